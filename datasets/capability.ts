/**
 * Capability for `doctor`: real data on this machine.
 *
 * @module
 */
import type { Capability } from "../platform/capability.ts";
import { listDatasets } from "./dataset_listing.ts";
import type { LookupOptions } from "./lookup.ts";

/** Reports the number of the papers' datasets whose graph files are all on this machine. */
export async function capability(options: LookupOptions = {}): Promise<Capability> {
  const listings = (await listDatasets([], options)).filter(({ readable }) => readable);
  const here = listings.filter(({ files }) => files !== "absent").map(({ id }) => id);
  return {
    part: "real datasets",
    present: here.length > 0,
    detail: here.length > 0 ? `${here.length} of ${listings.length}: ${here.join(", ")}` : "none found",
    adds: "results on the graphs that the papers used",
    install: "deno task datasets fetch NAME, or GNN_REPRO_DATA=FOLDER with files that you have",
    fallback: "stand-ins, marked as such; datasets without one are skipped",
  };
}
