/** Claims about the memory of paths: decided where any way to store and to count them says the same. @module */
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
const small = (memory_overhead: number, { path_overhead = 1, path_edges = 100 } = {}) =>
  answers(figure6 as unknown as Suite, "memory-small", RATIOS, {
    memory_overhead,
    training_overhead: 1.1,
    path_overhead,
    path_edges,
  });

Deno.test("that paths cost little is open where the public code's arrays or this device take more than the claim allows", () => {
  const all = (answer: string) => answer.repeat(PAPER_GRAPHS.length);
  assert.equal(small(4.9), all("+"), "19.6 % in four arrays of all edges");
  assert.equal(small(5.1), all("?"), "20.4 %");
  assert.equal(small(2.4, { path_edges: 50 }), all("+"), "19.2 % in arrays twice as long as the paths");
  assert.equal(small(2.6, { path_edges: 50 }), all("?"));
  assert.equal(small(4, { path_overhead: 5.1 }), all("?"), "20.4 % with what the device takes");
  assert.equal(small(30), all("?"), "a process may hold more beside its tensors, as nvidia-smi counts it");
});

Deno.test("a share that depends on the training ratio is open unless no way to store and to count it differs by more", () => {
  const flat = (t10: number, t80: number) => {
    const { id, claims } = figure6;
    const rows = RATIOS.flatMap(({ workload, contender }) =>
      Object.entries({
        memory_overhead: contender === "t10" ? t10 : t80,
        path_edges: contender === "t10" ? 50 : 90,
        training_overhead: 1,
        path_overhead: 1,
      }).map(([metric, median]) => ({
        ...{
          suite: id,
          cell: `${id}:${workload}:${contender}`,
          contender,
          dataset: workload,
          metric,
          median,
        },
        ...{ status: "ok", source: "modelled", dataset_kind: "stand-in", n: 1, unit: "%", timer: "" },
      } as Row))
    );
    const evidence = new SuiteEvidence(id, { rows, samples: [] }, 1);
    const { decide } = claims.find(({ claimId }) => claimId === "eppgcn.q.memory-ratio-flat")!;
    return [...new Set(decide(evidence).map((part) => part.kind === "exact" ? part.holds : undefined))];
  };
  assert.deepEqual(flat(1, 2), [true], "at most 1 point apart, in either storage");
  assert.deepEqual(flat(10, 18), [undefined], "8 points, of the tensors alone");
  assert.deepEqual(flat(10, 13), [undefined], "3 points, but 22 fewer in arrays of all edges");
});

Deno.test("about five points a layer are open, as a process's memory and the public code's arrays allow more and less", () => {
  const cells = figure11.workloads({ id: "smoke" } as never).map(({ id: workload }) => {
    return { workload, contender: "eppgcn" };
  });
  const points = (memory_overhead_per_layer: number) =>
    answers(figure11 as unknown as Suite, "layers-memory", cells, {
      memory_overhead_per_layer,
      training_overhead: 1,
      path_overhead: 1,
      edge_share: 100,
    });
  assert.equal(points(5), "+?+?");
  assert.equal(points(1.1), "+?+?");
  assert.equal(points(0.9), "+-+-", "3.6 points at most");
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
