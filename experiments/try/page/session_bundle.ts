/**
 * The page's session as an archive that every verb reads.
 *
 * @module
 */
import type { ZipFile } from "../../../platform/files/zip_writer.ts";
import { formatArchive } from "../../../results/store/archive_manifest.ts";
import { CLAIMS, COMPARISONS, headerLine, ROWS, SAMPLES } from "../../../results/store/tables.ts";
import type { PageSession } from "./page_session.ts";

/** Bytes of the archive. */
export async function sessionBundle({ document, finished }: PageSession): Promise<Uint8Array> {
  const texts: readonly (readonly [path: string, text: string])[] = [
    ["session.json", JSON.stringify(document, null, 2) + "\n"],
    ["journal.jsonl", finished.map(({ entry }) => JSON.stringify(entry) + "\n").join("")],
    [ROWS.file, headerLine(ROWS) + finished.map(({ lines }) => lines.rows).join("")],
    [SAMPLES.file, headerLine(SAMPLES) + finished.map(({ lines }) => lines.samples).join("")],
    [COMPARISONS.file, headerLine(COMPARISONS)],
    [CLAIMS.file, headerLine(CLAIMS)],
  ];
  const files = texts.map(([path, text]): ZipFile => ({ path, bytes: new TextEncoder().encode(text) }));
  const { schema, session } = document;
  return await formatArchive(files, { schema, session, samples: "kept" });
}
