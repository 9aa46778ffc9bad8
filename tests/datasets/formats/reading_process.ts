/**
 * A process that reads the files of a folder as one packing, features included, and prints what came of it,
 * how long it took and how much memory it had at most.
 *
 * @module
 */
import { join } from "node:path";
import type { FormatId } from "../../../datasets/dataset.ts";
import { fileSource } from "../../../datasets/formats/bytes/byte_source.ts";
import { graphFormats } from "../../../datasets/formats/formats.ts";
import { ReproError } from "../../../platform/errors.ts";

const [format, folder] = Deno.args;
const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
const files = {
  dataset: "bomb",
  names,
  has: (name: string) => names.includes(name),
  get: (name: string) => fileSource(join(folder, name), name),
};

/** Greatest resident memory so far, in bytes. */
function peakBytes(): number {
  const status = Deno.build.os === "linux" ? Deno.readTextFileSync("/proc/self/status") : "";
  const peak = /VmHWM:\s+([0-9]+) kB/.exec(status);
  return peak ? Number(peak[1]) * 1024 : Deno.memoryUsage().rss;
}

const before = peakBytes(), start = performance.now();
let outcome: string;
try {
  const rule = { listed: "directed", symmetrise: true, selfLoops: "drop" } as const;
  const { features, denseFeatures } = await graphFormats[format as FormatId].read(files, rule);
  await features?.load();
  await denseFeatures?.load();
  outcome = "a graph";
} catch (error) {
  outcome = error instanceof ReproError ? String(error) : `untyped: ${error}`;
}
console.log(JSON.stringify({ outcome, ms: performance.now() - start, bytes: peakBytes() - before }));
