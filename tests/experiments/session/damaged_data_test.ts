/**
 * Damaged datasets and datasets beyond memory, from the file to the rows of a session.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { DatasetFile } from "../../../datasets/dataset.ts";
import type { Workload } from "../../../experiments/cell.ts";
import { repro } from "../../../experiments/session/repro.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { registerSuite } from "../../../experiments/suites.ts";
import { sha256 } from "../../../platform/files/digest.ts";
import { DataError, MissingError } from "../../../platform/errors.ts";
import type { Row } from "../../../results/row.ts";
import { readSession } from "../../../results/store/store.ts";
import { registerEdgeList } from "../../datasets/edge_list_record.ts";

const CONTENT = "0 1\n1 2\n2 0\n";
const CHECKED = { bytes: CONTENT.length, sha256: sha256(CONTENT) };

/** A suite that counts the edges of one dataset of one file; it may declare `otherDatasets`. */
function registerCount(
  id: string,
  file: Partial<DatasetFile> = {},
  others: Pick<Workload, "otherDatasets"> = {},
): string {
  registerEdgeList(id, [{ name: `${id}.txt`, need: "graph", ...file }], { countsFrom: "published" });
  const suite: Suite = {
    id: `own/${id}`,
    artifact: id,
    title: "Edges",
    question: "How many edges?",
    contenders: [{ id: "one", label: "one" }],
    baseline: "one",
    workloads: () => [{ id: "graph", dataset: id, ...others, factors: {} }],
    settings: {},
    measurement: {
      kind: "exact",
      count: (_lab, { graph }) => Promise.resolve({ edges: graph.colIdx.length }),
    },
    metrics: { edges: { label: "edges", unit: "1" } },
    plots: [],
    notes: [],
    claims: [],
  };
  registerSuite(suite);
  return suite.id;
}

/**
 * Runs the suite on a file with this content; the error that ends the run, if one does, and the session's
 * rows, where one was begun.
 */
async function run(
  suite: string,
  content: string,
  strictData: boolean,
): Promise<{ error: unknown; path: string; rows: readonly Row[] | undefined }> {
  const out = await Deno.makeTempDir();
  const path = join(out, `${suite.slice("own/".length)}.txt`);
  try {
    await Deno.writeTextFile(path, content);
    const always = { profile: "smoke", device: "wasm", threads: 1, session: "s", quiet: true } as const;
    const error = await repro({ ...always, papers: [suite], out, dataDir: out, strictData }).then(
      () => undefined,
      (error) => error,
    );
    const rows = await readSession(join(out, "s")).then(({ rows }) => rows, (error) => {
      assert.ok(error instanceof MissingError, String(error));
      return undefined;
    });
    return { error, path, rows };
  } finally {
    await Deno.remove(out, { recursive: true });
  }
}

Deno.test("--strict-data: a truncated file is exit code 3 with file and offset, and no session begins", async () => {
  const { error, path, rows } = await run(registerCount("cut-off", CHECKED), CONTENT.slice(0, 9), true);
  assert.ok(error instanceof DataError, String(error));
  assert.equal(error.exitCode, 3);
  assert.deepEqual(error.place, { file: path, offset: 9 });
  assert.match(error.message, /found the end, after 9 bytes, wanted 12 bytes. Next: remove or replace it/);
  assert.equal(rows, undefined);
});

Deno.test("--strict-data: a graph that is loaded beside a workload's own is looked for, too", async () => {
  const absent = registerEdgeList("beside", [{ name: "beside.txt", need: "graph" }]).id;
  const suite = registerCount("with-others", CHECKED, { otherDatasets: [absent] });
  const { error, rows } = await run(suite, CONTENT, true);
  assert.ok(error instanceof MissingError, String(error));
  assert.match(error.message, /^Cannot load beside without a stand-in: found files not found/);
  assert.equal(rows, undefined);
});

Deno.test("--strict-data: damage that no checksum tells ends the run, and stands in its cell", async () => {
  const { error, rows } = await run(registerCount("odd-line"), "0 1\n1 x\n2 0\n", true);
  assert.ok(error instanceof DataError, String(error));
  assert.equal(error.exitCode, 3);
  assert.deepEqual(rows?.map(({ status, reason }) => [status, reason]), [["failed", error.message]]);
});

Deno.test("without --strict-data the run goes on, and the cell has the whole sentence", async () => {
  const { error, rows } = await run(registerCount("odd-line-too"), "0 1\n1 x\n2 0\n", false);
  assert.equal(error, undefined);
  assert.deepEqual(rows?.map(({ status }) => status), ["failed"]);
  assert.match(rows[0].reason, /^Cannot read "odd-line-too.txt", line 2: found "1 x", .* Next: /);
});

Deno.test("a graph whose arrays cannot be allocated reads oom, and the run goes on", async () => {
  const suite = registerCount("too-large");
  const { Uint32Array: Real } = globalThis;
  // The 4,096 edges of the list are refused room to grow, as a machine without memory would.
  globalThis.Uint32Array = new Proxy(Real, {
    construct(target, args, newTarget) {
      if (args[0] === 2 * 4096) throw new RangeError("Array buffer allocation failed");
      return Reflect.construct(target, args, newTarget);
    },
  });
  try {
    const { error, rows } = await run(suite, CONTENT.repeat(2000), false);
    assert.equal(error, undefined);
    assert.deepEqual(rows?.map(({ status }) => status), ["oom"]);
    assert.match(rows[0].reason, /Array buffer allocation failed; free memory/);
  } finally {
    globalThis.Uint32Array = Real;
  }
});
