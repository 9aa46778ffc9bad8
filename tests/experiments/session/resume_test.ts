/**
 * A run that is killed at any instant and resumed ends like one that was not.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RandomStream } from "../../../platform/random.ts";
import type { Row } from "../../../results/row.ts";
import { readSession } from "../../../results/store/store.ts";

const CLI = fileURLToPath(new URL("../../../cli.ts", import.meta.url));
const KILLS = 10;

/** Counted and timed cells, orderings, verdicts and the report, at smoke size. */
const ARGS = [
  "repro",
  "hetu-gnn/table-3",
  "hetu-gnn/figure-8",
  "--profile",
  "smoke",
  "--device",
  "wasm",
  "--threads",
  "1",
];

function start(folder: string, session: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", CLI, ...ARGS, "--out", folder, "--session", session],
    env: { GNN_REPRO_CACHE: join(folder, "cache"), RUST_BACKTRACE: "0" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

const cellMetrics = (rows: readonly Row[]) => rows.map(({ cell, metric }) => `${cell} ${metric}`).sort();

/** Metrics that are counted, not timed: equal to the last bit whatever interrupted the run. */
const EXACT = [
  "vertices",
  "edges",
  "features",
  "classes",
  "multiply_adds",
  "is_permutation",
  "relabel_error",
];

function exactValues(rows: readonly Row[]): Record<string, number | undefined> {
  return Object.fromEntries(
    rows.filter(({ metric }) => EXACT.includes(metric)).map((
      row,
    ) => [`${row.cell} ${row.metric}`, row.median]),
  );
}

Deno.test(`a run killed at ${KILLS} random instants and resumed has every cell once, and the same exact numbers`, async () => {
  const folder = await Deno.makeTempDir();
  try {
    const began = performance.now();
    assert.equal((await start(folder, "whole").output()).code, 0);
    const wholeMs = performance.now() - began;
    const { rows: whole } = await readSession(join(folder, "whole"));

    assert.ok(whole.length > 100, `${whole.length} rows prove little`);

    // Instants are uniform over one run's length: early ones hit start-up and the A/A run, late ones the report. A
    // session that ends before its time comes is followed by another, until all the kills are spent.
    const stream = new RandomStream(7, "kill instants");
    const sessions = ["killed-1"];
    let killed = 0;
    while (killed < KILLS) {
      const session = sessions.at(-1)!;
      const child = start(folder, session);
      const timer = setTimeout(() => {
        try {
          child.kill("SIGKILL");
        } catch (error) {
          // A process that has ended cannot be killed, also while its output is still being read.
          if (!(error instanceof TypeError)) throw error;
        }
      }, stream.uniform() * wholeMs);
      const { signal, code, stderr } = await child.output();
      clearTimeout(timer);
      if (signal === "SIGKILL") killed++;
      else {
        assert.equal(code, 0, new TextDecoder().decode(stderr));
        sessions.push(`killed-${sessions.length + 1}`);
      }
    }
    assert.equal((await start(folder, sessions.at(-1)!).output()).code, 0);

    for (const session of sessions) {
      const { rows: resumed, document } = await readSession(join(folder, session));
      assert.ok(document.finished);
      assert.deepEqual(cellMetrics(resumed), cellMetrics(whole));
      assert.equal(new Set(cellMetrics(resumed)).size, resumed.length);
      assert.deepEqual(exactValues(resumed), exactValues(whole));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
