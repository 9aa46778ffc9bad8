/**
 * Files in a report's folder that somebody else has written, and which a report would replace.
 *
 * @module
 */
import { join } from "node:path";
import { UsageError } from "../../platform/errors.ts";
import { isKernelConfig, KERNEL_CONFIG_FILE, NOTEBOOK_FILE } from "../notebook/notebook_files.ts";

/** Name of the report in a session folder. */
export const REPORT_FILE = "report.html";

/** Name of Deno's other configuration, which a new deno.json beside it would put out of force. */
const OTHER_CONFIG_FILE = "deno.jsonc";

/** Title of a report's page; earlier versions put the question first. */
const REPORT_TITLE = /<title>(?:Did it reproduce\? )?Session /;

/** Statement that every notebook of a session begins with. */
const NOTEBOOK_STATEMENT = "library.displaySession(";

/** Text of a file; undefined where there is none. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** A file's name, and whether a text in it was written by this program. */
export type OwnFile = readonly [file: string, isOwn: (text: string) => boolean];

/** Files of every report. */
const OWN: readonly OwnFile[] = [
  [REPORT_FILE, (text) => REPORT_TITLE.test(text)],
  [NOTEBOOK_FILE, (text) => text.includes(NOTEBOOK_STATEMENT)],
  [KERNEL_CONFIG_FILE, isKernelConfig],
  [OTHER_CONFIG_FILE, () => false],
];

/**
 * Refuses a folder in which a report would replace files that this program did not write. Other files there
 * are no obstacle, since they stay as they are.
 *
 * @param instead Folder to name in its place, as the next step of the message says it.
 * @param also Files that are written beside those of every report.
 * @throws {UsageError} The folder has such a file.
 */
export async function refuseForeignFiles(
  folder: string,
  instead = `a folder of its own, as in --to ${join(folder, "report")}`,
  also: readonly OwnFile[] = [],
): Promise<void> {
  for (const [file, isOwn] of [...OWN, ...also]) {
    const text = await textOf(join(folder, file));
    if (text === undefined || isOwn(text)) continue;
    throw new UsageError({
      action: `write a report into ${JSON.stringify(folder)}`,
      current: `${file} there, which this program did not write`,
      wanted: `a folder without a ${file} of your own, which would be replaced or put out of force`,
      next: `name ${instead}, or move ${file} elsewhere`,
    });
  }
}
