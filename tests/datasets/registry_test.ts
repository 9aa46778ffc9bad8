/** @module */
import assert from "node:assert/strict";
import type { DatasetRecord } from "../../datasets/dataset.ts";
import { standInFamily } from "../../datasets/generators/families.ts";
import { allDatasets, datasetRecord, registerDataset } from "../../datasets/registry.ts";
import { UsageError } from "../../platform/errors.ts";

Deno.test("every dataset of the five papers is registered under its printed name", () => {
  const wanted: Record<string, string[]> = {
    "hetu-gnn": ["Archaea", "Products", "Proteins", "Reddit"],
    fastgl: ["IGB-large", "MAG", "Papers100M", "Products", "Reddit"],
    roc: ["Amazon", "PPI", "Pubmed", "Reddit"],
    eppgcn: ["Amazon", "Blog", "Citeseer", "Cora", "Google", "Pubmed", "Twitter", "Youtube"],
    "distgnn-mb": ["OGBN-Papers100M", "OGBN-Products"],
  };
  for (const [paper, names] of Object.entries(wanted)) {
    const found = allDatasets().flatMap(({ printed }) => printed.filter((row) => row.paper === paper));
    assert.deepEqual(found.map(({ name }) => name).sort(), names);
  }
});

Deno.test("records are consistent", () => {
  for (const record of allDatasets()) {
    const { vertices, storedEdges, undirectedEdges } = record.counts;
    assert.ok(
      vertices > 0 && storedEdges >= undirectedEdges && storedEdges <= 2 * undirectedEdges,
      record.id,
    );
    const family = standInFamily(record.id);
    assert.equal(family !== undefined, record.standIn, record.id);
    if (family) assert.deepEqual([family.vertices, family.storedEdges], [vertices, storedEdges]);
    for (const source of record.sources) {
      const direct = source.files.length > 0 && source.files.every(({ url }) => url !== undefined);
      assert.ok(direct || source.obtain, `${record.id}: ${source.title} can be had in no way`);
      for (const file of source.files) {
        if (file.sha256 !== undefined) assert.match(file.sha256, /^[0-9a-f]{64}$/);
        if (file.url !== undefined) assert.match(file.url, /^https?:\/\//);
      }
      if (record.countsFrom === "measured" && source === record.sources[0]) {
        assert.ok(source.files.some(({ need, sha256 }) => need === "graph" && sha256), record.id);
      }
    }
  }
});

Deno.test("Table III: measured counts are the printed ones", () => {
  for (const id of ["cora", "citeseer", "pubmed", "twitter"]) {
    const { counts, printed } = datasetRecord(id);
    assert.deepEqual([counts.vertices, counts.undirectedEdges], [printed[0].vertices, printed[0].edges]);
  }
});

Deno.test("registration refuses ids and files that could leave a folder, and ids that are taken", () => {
  const cora = datasetRecord("cora");
  const attempt = (change: Partial<DatasetRecord>) => () =>
    registerDataset({ ...cora, id: "own", ...change });
  const file = (name: string, folder?: string) => [{
    ...cora.sources[0],
    files: [{ name, need: "graph" as const, ...(folder === undefined ? {} : { folder }) }],
  }];
  for (const id of ["cora", "../x", "A", "", "a b", "-a", "<b>"]) {
    assert.throws(attempt({ id }), UsageError, id);
  }
  for (const name of ["../x", "a/b", "a\\b", ".hidden", ""]) {
    assert.throws(attempt({ sources: file(name) }), UsageError, name);
  }
  assert.throws(attempt({ sources: file("a", "../b") }), UsageError);
});
