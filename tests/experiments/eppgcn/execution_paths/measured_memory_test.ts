/** Claims about the memory of paths: decided where the ledger and this device say the same. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure11 } from "../../../../experiments/eppgcn/execution_paths/figure_11.ts";
import { figure6 } from "../../../../experiments/eppgcn/execution_paths/figure_6.ts";
import { memoryOverheads } from "../../../../experiments/eppgcn/execution_paths/measured_memory.ts";
import { PAPER_GRAPHS } from "../../../../experiments/eppgcn/paper_graphs.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Row } from "../../../../results/row.ts";
import { testLab } from "../../lab.ts";

/** Answers of a claim where every cell has these values: `+` holds, `-` fails, `?` open. */
function answers(
  { id, claims }: Suite,
  claim: string,
  cells: readonly { readonly workload: string; readonly contender: string }[],
  values: Readonly<Record<string, number>>,
): string {
  const rows = cells.flatMap(({ workload, contender }) =>
    Object.entries(values).map(([metric, median]) => ({
      ...{ suite: id, cell: `${id}:${workload}:${contender}`, contender, dataset: workload, metric, median },
      ...{ status: "ok", source: "modelled", dataset_kind: "stand-in", n: 1, unit: "%", timer: "" },
    } as Row))
  );
  const evidence = new SuiteEvidence(id, { rows, samples: [] }, 1);
  const parts = claims.find(({ claimId }) => claimId === `eppgcn.q.${claim}`)!.decide(evidence);
  return parts.map((part) => part.kind === "exact" ? part.holds ? "+" : "-" : "?").join("");
}

const RATIOS = PAPER_GRAPHS.flatMap(({ id: workload }) =>
  figure6.contenders.map(({ id: contender }) => ({ workload, contender }))
);
const small = (memory_overhead: number, path_overhead: number) =>
  answers(figure6 as unknown as Suite, "memory-small", RATIOS, {
    memory_overhead,
    training_overhead: 1.1,
    path_overhead,
  });

Deno.test("that paths cost little is open where this device takes more for them than the claim allows", () => {
  const all = (answer: string) => answer.repeat(PAPER_GRAPHS.length);
  assert.equal(small(15, 1.2), all("+"));
  assert.equal(small(15, 1.5), all("?"), "22.5 % with what the device takes");
  assert.equal(small(21, 1), all("?"), "below 20 % with what training takes here");
  assert.equal(small(30, 1.5), all("-"));
});

Deno.test("about five points a layer hold with the overheads, too, or are open", () => {
  const cells = figure11.workloads({ id: "smoke" } as never).map(({ id: workload }) => {
    return { workload, contender: "eppgcn" };
  });
  const points = (path_overhead: number) =>
    answers(figure11 as unknown as Suite, "layers-memory", cells, {
      memory_overhead_per_layer: 5,
      training_overhead: 1,
      path_overhead,
    });
  assert.equal(points(1.1), "++++");
  assert.equal(points(1.5), "+?+?");
});

Deno.test("a training and its paths take at least what the ledger counts on CPU threads", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { training_overhead, path_overhead } = await memoryOverheads(testLab(device)) as Record<
      string,
      number
    >;
    assert.ok(training_overhead >= 1 && training_overhead < 3, String(training_overhead));
    assert.ok(path_overhead >= 1 && path_overhead < 5, String(path_overhead));
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
