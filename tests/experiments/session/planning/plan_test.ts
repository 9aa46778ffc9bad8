import assert from "node:assert/strict";
import { profileOf } from "../../../../experiments/profiles.ts";
import { parseFilter } from "../../../../experiments/session/planning/filter.ts";
import { planComparisons, planRun } from "../../../../experiments/session/planning/plan.ts";
import { allSuites, selectSuites } from "../../../../experiments/suites.ts";

const standard = profileOf("standard");

Deno.test("without a filter every workload of every suite is planned, with all its contenders", () => {
  const planned = planComparisons(allSuites(), standard);
  assert.equal(planned.length, allSuites().reduce((sum, suite) => sum + suite.workloads(standard).length, 0));
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

Deno.test("a filter that nothing passes is refused with the names and values that there are", () => {
  const [figure8] = selectSuites(["hetu-gnn/figure-8"]);
  assert.throws(
    () => planRun([figure8], standard, "dataset=cora"),
    /none among \d+ of profile standard.*Next: .*dataset \(.*archaea.*width \(128\)/,
  );
  assert.equal(planRun([figure8], standard, "dataset=archaea").length, 1);
});
