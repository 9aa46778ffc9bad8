/**
 * Names and scales of stand-ins. `X@1/s` has V/s vertices and E/s edges: degree, skew, sizes of communities
 * and the fill of tiles within them are kept. The order of ids is a factor: random in `X@1/s`, else
 * `X@1/s:community`, `X@1/s:mixed-P` or `X@1/s:drift`.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { DatasetRecord } from "../dataset.ts";
import { DATASET_ID } from "../registry.ts";
import type { IdOrder } from "./id_order.ts";

/** Part of a name after the `@`. */
export interface StandInScale {
  /** Scale s from 1: an integer, or a number with one decimal digit. */
  readonly scale: number;
  /** Order of the ids; a name without one means `shuffled`. */
  readonly ids: IdOrder;
}

/** Parsed name of a dataset. */
export interface DatasetName {
  /** Id of the dataset. */
  readonly id: string;
  /** Scale of the stand-in; absent in a plain name, which means the real graph where there is one. */
  readonly standIn?: StandInScale;
}

/** Grammar of a name: an id, a scale with at most one decimal digit, an order of ids. */
const NAME =
  /^([a-z0-9-]{1,64})(?:@1\/([1-9][0-9]{0,6}(?:\.[1-9])?)(?::(drift|shuffled|community|mixed-[1-9][0-9]?))?)?$/;

/** Greatest share of all pairs of vertices that a stand-in joins; what exceeds it is left out. */
export const MAX_GRAPH_FILL = 0.25;

/** Least number of vertices of a stand-in; a smaller graph has hardly any structure. */
export const MIN_VERTICES = 64;

/** Names that look like a file's: in a folder, or with a suffix. */
const FILE = /^[^@]*[/\\]|\.[A-Za-z]\w*$/;

/**
 * Parses a dataset's name. The name is checked against a grammar first, so that nothing else reaches a path
 * or a page.
 *
 * @throws {UsageError} if it does not fit `id`, `id@1/s` or `id@1/s:order`.
 *
 * @example
 * ```ts
 * import { parseDatasetName } from "./stand_in.ts";
 * const { standIn } = parseDatasetName("reddit@1/16:community");
 * if (standIn?.scale !== 16 || standIn.ids !== "community") throw new Error("scale 16, by community");
 * ```
 */
export function parseDatasetName(name: string): DatasetName {
  const [, id, digits, ids] = NAME.exec(name) ?? [];
  if (id === undefined || !DATASET_ID.test(id)) {
    throw new UsageError({
      action: "read a dataset's name",
      current: JSON.stringify(name.slice(0, 80)),
      wanted:
        "a name such as cora, reddit@1/16, reddit@1/2.2:community, reddit@1/16:mixed-50 or reddit@1/16:drift",
      next: FILE.test(name)
        ? "give your own file to advise, to repro as --graph, or to partition, whose folder train takes as --partition"
        : "see deno task datasets list",
    });
  }
  if (digits === undefined) return { id };
  return { id, standIn: { scale: Number(digits), ids: (ids ?? "shuffled") as IdOrder } };
}

/** Formats the name of a dataset or stand-in; the inverse of {@link parseDatasetName}. */
export function formatDatasetName(name: DatasetName): string {
  if (!name.standIn) return name.id;
  const { scale, ids } = name.standIn;
  return `${name.id}@1/${scale}${ids === "shuffled" ? "" : `:${ids}`}`;
}

/** Numbers of vertices and stored edges at full size. */
type Counts = Pick<DatasetRecord["counts"], "vertices" | "storedEdges">;

/** Numbers of vertices and stored edges that a scale asks for. */
export function scaledCounts(full: Counts, { scale }: Pick<StandInScale, "scale">): Counts {
  return {
    vertices: Math.round(full.vertices / scale),
    storedEdges: Math.round(full.storedEdges / scale),
  };
}

/** The same, with as many stored edges as the vertices have room for: at least as many as are drawn. */
export function drawnCounts(full: Counts, scale: Pick<StandInScale, "scale">): Counts {
  const { vertices, storedEdges } = scaledCounts(full, scale);
  const room = 2 * Math.floor(MAX_GRAPH_FILL * vertices * (vertices - 1) / 2);
  return { vertices, storedEdges: Math.min(storedEdges, room) };
}

/** Chooses the smallest power of two s whose stand-in has at most `maxStoredEdges`. */
export function chooseScale(
  record: Pick<DatasetRecord, "counts">,
  maxStoredEdges: number,
  ids: IdOrder = "shuffled",
): StandInScale {
  let scale = 1;
  while (scale < 2 ** 20 && drawnCounts(record.counts, { scale }).storedEdges > maxStoredEdges) scale *= 2;
  return { scale, ids };
}
