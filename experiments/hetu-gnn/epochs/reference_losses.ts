/**
 * Losses that other systems and other numbers of ranks are held to.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import { firstLosses } from "../../peers/peer_epoch.ts";
import { hetuModel } from "./hetu_model.ts";
import { orderedData } from "./ordered_data.ts";

/** Losses of the first epochs on one device, on the graph as it comes: computed once a session. */
export function referenceLosses(
  lab: Lab,
  dataset: LoadedDataset,
  hidden: number,
): Promise<readonly number[]> {
  return lab.once(computeLosses, dataset, { hidden });
}

async function computeLosses(
  lab: Lab,
  dataset: LoadedDataset,
  { hidden }: { readonly hidden: number },
): Promise<readonly number[]> {
  const { data } = await orderedData(lab, dataset, "natural");
  return await firstLosses(lab, { data, model: hetuModel(data, hidden) });
}
