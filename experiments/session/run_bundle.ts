/**
 * Archive of a run that has to travel.
 *
 * @module
 */
import { bundleSession } from "../../results/bundle.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import type { ReproSummary } from "./summary.ts";

/** Size up to which an archive is easily sent. */
const MOST_BUNDLE_BYTES = 16 * 2 ** 20;

/** Archive of a run. */
export interface BundledRun {
  /** Path of the archive. */
  readonly bundle: string;
  /** Length of the archive in bytes. */
  readonly bundleBytes: number;
}

/**
 * Packs the session of a run with a budget. Where it would be too large to send, what `report` makes anew is
 * left out, with a note.
 *
 * @param root Folder of sessions.
 */
export async function bundleRun(root: string, { paths }: Pick<ReproSummary, "paths">): Promise<BundledRun> {
  const { archive, bytes } = await bundleSession({ session: paths.session, root, most: MOST_BUNDLE_BYTES });
  if (bytes > MOST_BUNDLE_BYTES) {
    const size = `${formatBytes(bytes)}, more than ${formatBytes(MOST_BUNDLE_BYTES)}`;
    console.error(`note: the bundle has ${size}; a --filter or a shorter --budget makes it smaller`);
  }
  return { bundle: archive, bundleBytes: bytes };
}
