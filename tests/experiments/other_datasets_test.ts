/**
 * Datasets that measurements load beside those of their workloads.
 *
 * @module
 */
import assert from "node:assert/strict";
import { PROFILES } from "../../experiments/profiles.ts";
import { selectSuites } from "../../experiments/suites.ts";

/** Suites with a mean over the graphs of their other workloads, and graphs that it leaves out. */
const MEANS: Readonly<Record<string, readonly string[]>> = {
  "fastgl/figure-9": [],
  "fastgl/figure-14-a": [],
  "fastgl/figure-15": [],
  "fastgl/table-2": [],
  "hetu-gnn/figure-9": [],
  "eppgcn/figure-7": ["cora", "citeseer"],
};

for (const [id, leftOut] of Object.entries(MEANS)) {
  Deno.test(`${id}: a mean over graphs names all of them`, () => {
    const [suite] = selectSuites([id]);
    for (const profile of Object.values(PROFILES)) {
      const workloads = suite.workloads(profile), graphs = workloads.flatMap(({ dataset }) => dataset ?? []);
      const wanted = new Set(graphs.filter((graph) => !leftOut.includes(graph)));
      const means = workloads.filter(({ dataset }) => dataset === undefined);
      assert.ok(means.length > 0 && wanted.size > 1);
      for (const { otherDatasets } of means) assert.deepEqual(new Set(otherDatasets), wanted, profile.id);
    }
  });
}

for (const id of ["eppgcn/figure-6", "eppgcn/figure-11"]) {
  Deno.test(`${id} names the graph on which it measures what a device takes over the ledger`, () => {
    const workloads = selectSuites([id])[0].workloads(PROFILES.smoke);
    assert.ok(workloads.length > 0);
    for (const { otherDatasets } of workloads) assert.deepEqual(otherDatasets, ["cora"]);
  });
}
