/**
 * Runs one small suite and reads what came out: the scorecard, the published numbers beside the measured
 * ones, and the rows themselves.
 *
 *     deno run -A examples/read_a_session.ts
 *
 * @module
 */
import { displaySession, repro } from "gnn-repro";

const out = await Deno.makeTempDir();
const summary = await repro({
  papers: ["hetu-gnn/figure-8"],
  profile: "smoke",
  device: "wasm",
  quiet: true,
  out,
});
const session = await displaySession(summary.paths.session);

console.log(`${session.scorecard()}\n`);
const speedups = session.rows.filter(({ metric, status }) => metric === "speedup" && status === "ok")
  .toSorted((a, b) => b.median! - a.median!);
console.log(
  `${session.table(speedups.slice(0, 3), ["dataset", "contender", "vs", "median", "ci_lo", "ci_hi"])}`,
);
console.log(`\n${session.mechanism("hetu-gnn.q.spmm-time")}`);
await Deno.remove(out, { recursive: true });
