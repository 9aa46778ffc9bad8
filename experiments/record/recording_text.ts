/**
 * Text at the end of a recording: where its file lies, and what can be done with it.
 *
 * @module
 */
import { basename } from "node:path";
import { formatBytes } from "../../platform/text/bytes.ts";
import { counted } from "../../platform/text/plural.ts";
import { deviceFolder } from "../../results/recordings/device_folder.ts";
import { RECORDED } from "../../results/recordings/recorded_archives.ts";
import { readSession } from "../../results/store/store.ts";
import { isEmpty } from "../session/summary.ts";
import type { Recording } from "./record.ts";

/** Says what to do with a recording's file; empty where there is nothing in it. */
export async function recordingText(recording: Recording): Promise<string> {
  const { session, paths, bundle, bundleBytes, left } = recording;
  if (left > 0 && isEmpty(recording)) return "";
  const { document } = await readSession(paths.session);
  const place = `${RECORDED}/${deviceFolder(document)}`;
  const steps: readonly (readonly [does: string, how: string])[] = [
    [
      `The recording is one file of ${
        formatBytes(bundleBytes)
      }, which every task reads as it reads a session:`,
      bundle,
    ],
    ["To read its report, open", paths.report],
    [
      "To compare it with another session, here or on a machine without the device:",
      `deno task compare ${RECORDED}/intel-xeon-avx512-2-threads/standard ${bundle}`,
    ],
    ...left === 0 ? [] : [
      [
        `${counted(left, "comparison")} did not fit. To go on with them, run the same command with`,
        `--session ${session}`,
      ] as const,
    ],
    [
      "To contribute it, copy it into the repository, list it, and open a pull request that says what the machine is:",
      `mkdir -p ${place} && cp ${bundle} ${place}/${basename(bundle)} && deno task recorded`,
    ],
  ];
  return steps.map(([does, how]) => `${does}\n    ${how}`).join("\n");
}
