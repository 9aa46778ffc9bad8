/**
 * One run of a cell by the harness in a folder, as a user would start it there.
 *
 * @module
 */
import { resolve } from "node:path";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { DeviceError } from "../../platform/errors.ts";
import { parseCsv } from "../../platform/files/csv.ts";

/** Cell with the conditions of its run. */
export interface CellRun {
  /** Whole name of the cell, as rows have it. */
  readonly cell: string;
  /** Id of the suite. */
  readonly suite: string;
  /** Filter that the cell alone passes, beside its baseline. */
  readonly filter: string;
  /** Metric whose median is read. */
  readonly metric: string;
  /** Further flags of `repro`: profile, device, threads. */
  readonly flags: readonly string[];
}

/** Object that `repro --json` prints; all editions of the harness have the path of the rows in it. */
const summarySchema = z.looseObject({ paths: z.looseObject({ rows: z.string() }) });

/**
 * Runs a cell in the harness of a folder, into a session of its own below `out`, and returns its median.
 *
 * @throws {DeviceError} where the run fails, or leaves no value of the cell.
 * @throws {DOMException} after the signal.
 */
export async function runCell(
  { cell, suite, filter, metric, flags }: CellRun,
  { folder, out, signal }: { readonly folder: string; readonly out: string; readonly signal: AbortSignal },
): Promise<number> {
  // Two runs within a second would have one name.
  const session = `bisect-${crypto.randomUUID()}`;
  const args = [
    "task",
    "--quiet",
    "repro",
    suite,
    "--filter",
    filter,
    ...flags,
    "--out",
    out,
    "--session",
    session,
    "--json",
  ];
  const failed = (current: string) =>
    new DeviceError({
      action: `run ${cell} in ${folder}`,
      current,
      wanted: `a median of ${JSON.stringify(metric)}`,
      next: "run it there by deno task repro to see why",
    });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: folder,
    env: { NO_COLOR: "1" },
    signal,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  signal.throwIfAborted();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  // A failed claim is exit code 1 and does not concern the cell.
  if (code > 1) throw failed(text(stderr).trim().split("\n").at(-1) ?? `exit code ${code}`);
  const printed = text(stdout).trim().split("\n").at(-1) ?? "";
  let rows: string;
  try {
    rows = resolve(folder, summarySchema.parse(JSON.parse(printed)).paths.rows);
  } catch {
    throw failed(`an end without a summary: ${JSON.stringify(printed.slice(0, 80))}`);
  }
  const { records } = parseCsv(readFileSync(rows, "utf8"), { file: rows });
  const row = records.findLast((record) => record.cell === cell && record.metric === metric);
  if (row === undefined) throw failed("no row of the cell");
  const median = Number(row.median);
  if (row.status !== "ok" || !(median > 0)) throw failed(`status ${row.status} ${row.reason ?? ""}`.trim());
  return median;
}
