import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import {
  CONTENDERS,
  measureStatistics,
  VARIABLES,
} from "../../../../experiments/eppgcn/group_sizes/group_size_statistics.ts";
import type { DrawnSize } from "../../../../experiments/eppgcn/group_sizes/labelled_matrices.ts";
import { intervalOverGraphs } from "../../../../experiments/eppgcn/group_sizes/resampled_graphs.ts";
import { table2 } from "../../../../experiments/eppgcn/group_sizes/table_2.ts";
import { type Lab, NO_DATASET } from "../../../../experiments/lab.ts";
import type { StatedValue } from "../../../../experiments/metrics.ts";
import { premiseOf } from "../../../../experiments/premises/condition.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import type { Device } from "../../../../hardware/device.ts";
import { groupSizeCorrelation, type LabelledFeatures } from "../../../../kernels/spmm/group_size/mod.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../../platform/random.ts";
import type { Row } from "../../../../results/row.ts";
import { testLab } from "../../lab.ts";

/** Labels of graphs, as many matrices of each, whose best size is that number. */
const labelled = (bests: readonly number[], each: number): LabelledFeatures[] =>
  bests.flatMap((best) =>
    Array.from({ length: each }, () => ({
      features: { vertices: 1, edges: 1, averageDegree: 1, width: 1 },
      best,
    }))
  );

const meanBest = (samples: readonly LabelledFeatures[]) =>
  sumOf(samples, ({ best }) => best) / samples.length;

Deno.test("an interval over graphs draws each with all its matrices: more of one graph make it no narrower", () => {
  const bests = Array.from({ length: 40 }, (_, i) => i % 2);
  const [one, many] = [1, 25].map((each) =>
    intervalOverGraphs(labelled(bests, each), meanBest, { graphs: bests.length, seed: 1 })
  );
  assert.deepEqual(many, one);
  // The mean of 40 fair draws has a standard error of 0.079.
  assert.ok(Math.abs(one.lo - (0.5 - 1.96 * 0.079)) < 0.03 && Math.abs(one.hi - (0.5 + 1.96 * 0.079)) < 0.03);
});

/** Part of a claim, on statistics that a card measured. */
function partsOf(claim: string, facts: Readonly<Record<string, number>>) {
  const rows = Object.entries(facts).flatMap(([metric, median]) =>
    VARIABLES.flatMap(({ id }) =>
      ["bivariate", "partial"].map((contender) => ({
        ...{ suite: table2.id, cell: `${table2.id}:${id}:${contender}`, contender, metric, median },
        ...{ unit: "1", n: 1, status: "ok", source: "measured", dataset_kind: "real", dataset: "" },
      } as Row))
    )
  );
  const evidence = new SuiteEvidence(table2.id, { rows, samples: [] }, 1);
  return table2.claims.find(({ claimId }) => claimId === claim)!.decide(evidence);
}

const interval = (metric: string, value: number, [lo, hi]: readonly [number, number]) => ({
  pearson_r: 0.5,
  [metric]: value,
  [`${metric}_lo`]: lo,
  [`${metric}_hi`]: hi,
});

Deno.test("on a card a correlation decides where its whole interval over graphs is in the range, or outside", () => {
  const holdsOf = (claim: string, ...facts: Parameters<typeof interval>) =>
    partsOf(claim, interval(...facts)).map((part) => part.kind === "exact" ? part.holds : part.kind);
  assert.deepEqual(holdsOf("eppgcn.q.degree-strongest", "lead", 0.2, [0.1, 0.3]), [true, true]);
  assert.deepEqual(holdsOf("eppgcn.q.degree-strongest", "lead", -0.2, [-0.3, -0.1]), [false, false]);
  assert.deepEqual(holdsOf("eppgcn.q.degree-strongest", "lead", 0.1, [-0.1, 0.3]), ["open", "open"]);
  assert.deepEqual(holdsOf("eppgcn.q.degree", "rank_r", 0.6, [0.4, 0.7]), [true]);
  assert.deepEqual(holdsOf("eppgcn.q.dim-weak", "pearson_r", -0.2, [-0.3, -0.1]), [true, true]);
  assert.deepEqual(holdsOf("eppgcn.q.dim-weak", "pearson_r", -0.5, [-0.6, -0.4]), [false, false]);
  assert.deepEqual(holdsOf("eppgcn.q.dim-weak", "pearson_r", 0.3, [0.2, 0.4]), ["open", "open"]);
});

Deno.test("on a card the vertices matter where the interval over graphs leaves out 0, alone and with others fixed", () => {
  const answer = (alone: readonly [number, number], partial: readonly [number, number]) => {
    const rows = Object.entries({ bivariate: alone, partial }).flatMap(([contender, [lo, hi]]) =>
      Object.entries({ pearson_r: (lo + hi) / 2, pearson_r_lo: lo, pearson_r_hi: hi, p_value: 1e-9 }).map((
        [metric, median],
      ) => ({
        ...{ suite: table2.id, cell: `${table2.id}:vertices:${contender}`, contender, metric, median },
        ...{ unit: "1", n: 1, status: "ok", source: "measured", dataset_kind: "", dataset: "" },
      } as Row))
    );
    const evidence = new SuiteEvidence(table2.id, { rows, samples: [] }, 1);
    const rule = table2.claims.find(({ claimId }) => claimId === "eppgcn.q.vertices-partial")!;
    return rule.decide(evidence).map((part) => part.kind === "exact" ? part.holds : part.kind);
  };
  assert.deepEqual(answer([-0.1, 0.3], [0.1, 0.4]), [true]);
  assert.deepEqual(answer([-0.1, 0.3], [-0.4, -0.1]), [true]);
  assert.deepEqual(answer([0.1, 0.3], [0.1, 0.4]), [false]);
  assert.deepEqual(answer([-0.1, 0.3], [-0.1, 0.4]), [false]);
});

Deno.test("matrices of one graph are no drawings of their own: by them, unrelated sizes are significant too often", () => {
  const stream = new RandomStream(1, "unrelated sizes"), graphs = 49, drawings = 100;
  let byMatrices = 0, byGraphs = 0;
  for (let drawing = 0; drawing < drawings; drawing++) {
    const samples = Array.from({ length: graphs }, (_, graph) => {
      const vertices = 2 ** (10 + stream.below(7)),
        degree = 1 + stream.below(24),
        best = 2 ** stream.below(6);
      return [1, 0.9, 0.8].map((part, matrix): LabelledFeatures => {
        const averageDegree = degree * part, width = (graph + matrix) % 2 === 0 ? 16 : 128;
        return { features: { vertices, edges: vertices * averageDegree, averageDegree, width }, best };
      });
    }).flat();
    const { p } = groupSizeCorrelation(samples, "vertices", "bivariate");
    const r = (drawn: readonly LabelledFeatures[]) => groupSizeCorrelation(drawn, "vertices", "bivariate").r;
    const { lo, hi } = intervalOverGraphs(samples, r, { graphs, seed: drawing });
    if (p < 0.05) byMatrices++;
    if (lo > 0 || hi < 0) byGraphs++;
  }
  // One in twenty is what the level says.
  assert.ok(byMatrices >= 20 && byGraphs <= 12, `${byMatrices} and ${byGraphs} of ${drawings}`);
});

/** Labels of one size of graphs: four graphs, three matrices of each, whose best size is a multiple. */
function labelledBy(variable: "averageDegree" | "edges", { vertices }: DrawnSize) {
  const samples = [2, 5, 9, 16, 24, 7, 12].flatMap((averageDegree, graph) =>
    [1, 2, 3].map((matrix): LabelledFeatures => {
      const width = (graph + matrix) % 2 === 0 ? 16 : 128;
      const features = { vertices, edges: vertices * averageDegree, averageDegree, width };
      return { features, best: Math.round(features[variable] / vertices ** 0.1) + matrix };
    })
  );
  return { byChange: [samples], cutOff: 0 };
}

/** Claims of the table on a card whose labels follow one variable. */
async function decidedOnCard(variable: "averageDegree" | "edges") {
  const cpu = openWasmDevice({ threads: 1 });
  try {
    const device = { ...cpu, backend: "webgpu", adapterKind: "hardware" } as unknown as Device;
    const lab = {
      ...testLab(cpu, PROFILES.standard),
      device,
      kept: (_name: string, _compute: unknown, _on: unknown, size: DrawnSize) =>
        Promise.resolve(labelledBy(variable, size)),
    } as unknown as Lab;
    const rows: Row[] = [];
    for (const each of VARIABLES) {
      const outcomeOf = await measureStatistics(lab, NO_DATASET, each, CONTENDERS);
      for (const { id: contender } of CONTENDERS) {
        for (const [metric, fact] of Object.entries(outcomeOf(contender).facts)) {
          const { value, source } = typeof fact === "object"
            ? fact as StatedValue
            : { value: fact, source: "exact" };
          rows.push({
            ...{ suite: table2.id, cell: `${table2.id}:${each.id}:${contender}`, contender, metric, source },
            ...{ median: value, unit: "1", n: 1, status: "ok", dataset_kind: "real", dataset: "" },
            ...{ backend: "webgpu", adapter_kind: "hardware" },
          } as Row);
        }
      }
    }
    const evidence = new SuiteEvidence(table2.id, { rows, samples: [] }, 1);
    return Object.fromEntries(table2.claims.map(({ claimId, premise, decide }) => [claimId, {
      met: premiseOf(premise!, evidence).met,
      answers: decide(evidence).map((part) => part.kind === "exact" ? part.holds : part.kind),
    }]));
  } finally {
    cpu.close();
  }
}

Deno.test("labels of a card decide every claim of the table: sizes that follow the degree for it, others against", async () => {
  const byDegree = await decidedOnCard("averageDegree"), byEdges = await decidedOnCard("edges");
  assert.ok(Object.values(byDegree).every(({ met }) => met));
  assert.deepEqual(byDegree["eppgcn.q.degree-strongest"].answers[0], true);
  assert.deepEqual(byDegree["eppgcn.q.degree"].answers, [true]);
  assert.deepEqual(byEdges["eppgcn.q.degree-strongest"].answers, [false, false]);
});
