/**
 * Names and scales of stand-ins: `X@1/s`, and `X@1/s:community` with the order of ids as a factor.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { DatasetRecord } from "../dataset.ts";
import { DATASET_ID } from "../registry.ts";
import type { IdOrder } from "./id_order.ts";

/**
 * Variant of scaling by s. `shuffled`, `community` and `mixed-P` (1 to 99) keep degree, skew, the sizes of
 * communities and the fill of tiles within them, and name the order of ids: random, by community, and by
 * community with P per cent of the vertices at random places. `plain` keeps degree, skew and community size
 * (V/s vertices, E/s edges) in flat communities under random ids; `fill` keeps average degree over V (V/s,
 * E/s^2); `drift` is plain with degrees that fall along the ids.
 */
export type StandInVariant = "plain" | "fill" | IdOrder;

/** Part of a name after the `@`. */
export interface StandInScale {
  /** Scale s from 1: an integer, or a number with one decimal digit. */
  readonly scale: number;
  /** Variant, which decides what the scaling keeps. */
  readonly variant: StandInVariant;
}

/** Parsed name of a dataset. */
export interface DatasetName {
  /** Id of the dataset. */
  readonly id: string;
  /** Scale of the stand-in; absent in a plain name, which means the real graph where there is one. */
  readonly standIn?: StandInScale;
}

/** Grammar of a name: an id, a scale with at most one decimal digit, a variant. */
const NAME =
  /^([a-z0-9-]{1,64})(?:@1\/([1-9][0-9]{0,6}(?:\.[1-9])?)(?::(fill|drift|shuffled|community|mixed-[1-9][0-9]?))?)?$/;

/** Greatest share of all pairs of vertices that a stand-in joins; what exceeds it is left out. */
export const MAX_GRAPH_FILL = 0.25;

/** Least number of vertices of a stand-in; a smaller graph has hardly any structure. */
export const MIN_VERTICES = 64;

/**
 * Parses a dataset's name. The name is checked against a grammar first, so that nothing else reaches a path
 * or a page.
 *
 * @throws {UsageError} if it does not fit `id`, `id@1/s` or `id@1/s:variant`.
 *
 * @example
 * ```ts
 * import { parseDatasetName } from "./stand_in.ts";
 * const { standIn } = parseDatasetName("reddit@1/16:fill");
 * if (standIn?.scale !== 16 || standIn.variant !== "fill") throw new Error("scale 16, fill");
 * ```
 */
export function parseDatasetName(name: string): DatasetName {
  const [, id, digits, variant] = NAME.exec(name) ?? [];
  if (id === undefined || !DATASET_ID.test(id)) {
    throw new UsageError({
      action: "read a dataset's name",
      current: JSON.stringify(name.slice(0, 80)),
      wanted:
        "a name such as cora, reddit@1/16, reddit@1/2.2:community, reddit@1/16:mixed-50 or reddit@1/16:drift",
      next: "see deno task datasets list",
    });
  }
  if (digits === undefined) return { id };
  return { id, standIn: { scale: Number(digits), variant: (variant ?? "plain") as StandInVariant } };
}

/** Formats the name of a dataset or stand-in; the inverse of {@link parseDatasetName}. */
export function formatDatasetName(name: DatasetName): string {
  if (!name.standIn) return name.id;
  const { scale, variant } = name.standIn;
  return `${name.id}@1/${scale}${variant === "plain" ? "" : `:${variant}`}`;
}

/** Numbers of vertices and stored edges at a scale. */
export function scaledCounts(
  full: { readonly vertices: number; readonly storedEdges: number },
  { scale, variant }: StandInScale,
): { vertices: number; storedEdges: number } {
  return {
    vertices: Math.round(full.vertices / scale),
    storedEdges: Math.round(full.storedEdges / (variant === "fill" ? scale * scale : scale)),
  };
}

/**
 * Chooses the smallest power of two s whose stand-in of the wanted scaling has at most `maxStoredEdges`.
 * Where a plain or drifting stand-in would have fewer vertices than four times the average degree,
 * neighbourhoods would cover the graph: then the smallest s of the fill scaling.
 */
export function chooseScale(
  record: Pick<DatasetRecord, "counts">,
  maxStoredEdges: number,
  wanted: StandInVariant = "plain",
): StandInScale {
  const { vertices, storedEdges } = record.counts;
  const smallest = (variant: StandInVariant) => {
    let scale = 1;
    while (scale < 2 ** 20 && scaledCounts(record.counts, { scale, variant }).storedEdges > maxStoredEdges) {
      scale *= 2;
    }
    return { scale, variant };
  };
  const chosen = smallest(wanted);
  const keepsDegree = wanted !== "fill" && chosen.scale > 1;
  return keepsDegree && vertices / chosen.scale < 4 * storedEdges / vertices ? smallest("fill") : chosen;
}
