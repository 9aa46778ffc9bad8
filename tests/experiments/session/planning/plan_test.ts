import assert from "node:assert/strict";
import { profileOf } from "../../../../experiments/profiles.ts";
import { parseFilter } from "../../../../experiments/session/planning/filter.ts";
import {
  inStages,
  planComparisons,
  planFurther,
  type PlannedComparison,
  planRun,
} from "../../../../experiments/session/planning/plan.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import { allSuites, selectSuites } from "../../../../experiments/suites.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import type { Row } from "../../../../results/row.ts";

const standard = profileOf("standard");

Deno.test("without a filter every workload of every suite is planned, with all its contenders", () => {
  const planned = planComparisons(allSuites(), standard);
  assert.equal(planned.length, sumOf(allSuites(), (suite) => suite.workloads(standard).length));
  for (const { suite, contenders } of planned) {
    assert.deepEqual(contenders.map(({ id }) => id), suite.contenders.map(({ id }) => id));
  }
});

Deno.test("a filtered comparison keeps its baseline, and one with nothing to compare is left out", () => {
  const [figure8] = selectSuites(["hetu-gnn/figure-8"]);
  const planned = planComparisons([figure8], standard, parseFilter("contender=metis && dataset=archaea"));
  assert.deepEqual(planned.map(({ workload, contenders }) => [workload.id, contenders.map(({ id }) => id)]), [
    ["archaea", ["natural", "metis"]],
  ]);
  assert.deepEqual(planComparisons([figure8], standard, parseFilter("width<128")), []);
});

Deno.test("a filter that nothing passes is refused with the values of the names that it asks for", () => {
  const [figure8] = selectSuites(["hetu-gnn/figure-8"]);
  assert.throws(
    () => planRun([figure8], standard, "dataset=cora && width<=128"),
    /none among \d+ of profile standard.*Next: .*have dataset \([^)]*archaea[^)]*\), width \(128\)$/,
  );
  assert.equal(planRun([figure8], standard, "dataset=archaea").length, 1);
});

Deno.test("a name that no cell has is a slip, also where every cell would pass", () => {
  const [figure8] = selectSuites(["hetu-gnn/figure-8"]);
  for (const filter of ["datset=archaea", "datset!=archaea", "dataset=archaea || datset=reddit"]) {
    assert.throws(
      () => planRun([figure8], standard, filter),
      /by "datset": .*one of suite, artifact, workload, dataset, .*contender.*did you mean "dataset"\?$/,
    );
  }
});

Deno.test("what the rows ask for runs after what was planned, stage by stage, and nothing twice", () => {
  const [suite] = allSuites();
  const comparison = (id: string): PlannedComparison => ({
    suite,
    workload: { id, factors: {} },
    contenders: suite.contenders,
  });
  const begun: string[] = [];
  const further = () => {
    if (begun.includes("finer")) return [comparison("fine"), comparison("finer")];
    return begun.includes("fine") ? [comparison("fine"), comparison("finer")] : [comparison("fine")];
  };
  const run = (planned: readonly PlannedComparison[]) => {
    for (const stage of inStages(planned, further)) begun.push(...stage.map(({ workload }) => workload.id));
  };
  run([comparison("coarse")]);
  assert.deepEqual(begun, ["coarse", "fine", "finer"]);
  begun.splice(0);
  run([]);
  assert.deepEqual(begun, ["fine", "finer"], "a suite may begin with what others have measured");
});

Deno.test("further workloads pass the filter of the run", () => {
  const suite: Suite = {
    ...allSuites()[0],
    furtherWorkloads: (_profile, rows) =>
      rows.length === 0 ? [] : [1, 2].map((size) => ({ id: `size-${size}`, factors: { size } })),
  };
  const planned = (rows: readonly Row[], filter?: string) =>
    planFurther(suite, standard, rows, filter === undefined ? {} : { filter }).map(({ workload }) =>
      workload.id
    );
  const rows = [{} as Row];
  assert.deepEqual(planned([]), []);
  assert.deepEqual(planned(rows), ["size-1", "size-2"]);
  assert.deepEqual(planned(rows, "size=2"), ["size-2"]);
});
