/**
 * Names of graphs in words for people.
 *
 * @module
 */
import type { LoadedDataset } from "./dataset.ts";

/**
 * Name of a graph; a stand-in is marked.
 *
 * @example
 * ```ts
 * import { markedName } from "./marked_name.ts";
 * if (markedName({ id: "cora@1/1", kind: "stand-in" }) !== "cora@1/1, a stand-in") throw new Error("marked");
 * ```
 */
export function markedName({ id, kind }: Pick<LoadedDataset, "id" | "kind">): string {
  return kind === "stand-in" ? `${id}, a stand-in` : id;
}
