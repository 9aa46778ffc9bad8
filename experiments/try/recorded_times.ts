/**
 * Times of recorded devices, read from the sessions that are recorded in the repository.
 *
 * @module
 */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { listSessions } from "../../results/history/session_list.ts";
import type { Row } from "../../results/row.ts";
import { readFinishedRows } from "../../results/store/session_reader.ts";
import { openSource } from "../../results/store/session_source.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import type { RecordedTime } from "./recorded_time.ts";

/** Folder of recorded sessions in the repository, one folder a device. */
const RECORDED = fileURLToPath(new URL("../../results/recorded", import.meta.url));

const LADDER = "own/kernel-ladder";
const BENCH = "own/bench-spmm";
/** Forms of our product in a bench, with the words for them: its other forms are yardsticks. */
const BENCH_FORMS: ReadonlyMap<string, string> = new Map([["own", "best kernel"], ["wasm", "best kernel"]]);
const OWN_BACKENDS: readonly string[] = ["x86", "wasm", "webgpu"];

function recordedTime(row: Row, device: string, session: string): RecordedTime | undefined {
  const { suite, backend, isa, contender, metric, status, adapter_kind: adapter } = row;
  const { median: ms, ci_lo: lo, ci_hi: hi, dataset_hash: datasetHash, factors } = row;
  const width = /(?:^|;)width=(\d+)(?:;|$)/.exec(factors)?.[1];
  const kernel = suite === LADDER ? contender : suite === BENCH ? BENCH_FORMS.get(contender) : undefined;
  if (kernel === undefined || metric !== "time" || status !== "ok" || width === undefined) return undefined;
  if (!OWN_BACKENDS.includes(backend) || adapter === "software" || datasetHash === "") return undefined;
  if (ms === undefined || lo === undefined || hi === undefined) return undefined;
  const interval = [lo, hi] as const;
  return {
    device,
    backend,
    isa,
    contender: kernel,
    datasetHash,
    width: Number(width),
    ms,
    interval,
    session,
  };
}

/**
 * Times of our kernels on recorded devices, of the kernel ladder and the bench of SpMM; none of other
 * systems, and none of emulated cards.
 *
 * @throws {DataError} where a session is damaged.
 */
export async function recordedTimes(): Promise<RecordedTime[]> {
  const times: RecordedTime[] = [];
  const folders = (await Array.fromAsync(Deno.readDir(RECORDED))).filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => name).sort();
  for (const folder of folders) {
    for (const { folder: path, document } of (await listSessions(join(RECORDED, folder))).sessions) {
      if (!document.suites.some(({ id }) => id === LADDER || id === BENCH)) continue;
      const { rows } = await readFinishedRows(await openSource(path));
      const session = relative(RECORDED, path).replaceAll("\\", "/").replace(/\.zip$/, "");
      for (const row of countingRows(rows)) {
        const time = recordedTime(row, document.device.name, session);
        if (time !== undefined) times.push(time);
      }
    }
  }
  return times;
}
