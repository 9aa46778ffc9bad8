/**
 * Suite of a map: coarse points first, then those between points that disagree.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { Row } from "../../../results/row.ts";
import { type MapAxes, type WinnerMap, winnerMap } from "../../../results/winner_map/winner_map.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { coarsePlaces, finerPlaces, type Lattice, type LatticePlace } from "./lattice.ts";
import { MAP_METRICS, type MapContender, measurePoint, SPREAD_OVER } from "./map_point.ts";

/** A point of a map. */
export interface MapWorkload extends Workload {
  /** Values of both factors. */
  readonly x: number;
  /** Value of the factor upwards. */
  readonly y: number;
}

/** Suite of a map. */
export type MapSuite = Suite<MapWorkload, MapContender, typeof MAP_METRICS>;

/** Parts of a suite that tell one map from another. */
export interface MapQuestion
  extends Pick<MapSuite, "id" | "title" | "question" | "contenders" | "settings" | "notes" | "plots"> {
  /** Axes with all values. */
  readonly lattice: Lattice;
  /** Matrix of a point and columns of its features. */
  draw(lab: Lab, point: MapWorkload): { readonly matrix: CsrMatrix; readonly width: number };
}

/** Contender that every ratio of a map is against. */
export const BASELINE = "row-split";

/** Values of an axis at smoke sizes: two coarse ones and one between. */
const SMOKE_VALUES = 3;

/** Lattice of a map in a profile. */
function latticeIn({ x, y }: Lattice, { id }: Profile): Lattice {
  if (id !== "smoke") return { x, y };
  const few = (values: readonly number[]) => values.slice(0, SMOKE_VALUES);
  return { x: { ...x, values: few(x.values) }, y: { ...y, values: few(y.values) } };
}

/** Axes and metrics of a map that leaves preparation out. */
function axesOf({ x, y }: Lattice): MapAxes {
  return { x: x.factor, y: y.factor, lead: "lead", speedup: "speedup" };
}

/** Map in the rows of a session, by the suite whose question it answers. */
export function mapOf({ id, lattice }: Pick<MapQuestion, "id" | "lattice">, rows: readonly Row[]): WinnerMap {
  return winnerMap(rows.filter(({ suite }) => suite === id), axesOf(lattice));
}

/** Builds the suite of a map. */
export function mapSuite(question: MapQuestion): MapSuite {
  const { id, lattice } = question;
  const workload = ({ x, y }: Lattice) => ({ column, line }: LatticePlace): MapWorkload => {
    const across = x.values[column], up = y.values[line];
    return { id: `${across}-${up}`, x: across, y: up, factors: { [x.factor]: across, [y.factor]: up } };
  };
  return {
    id,
    paper: "own",
    artifact: "Crossover",
    title: question.title,
    onlyWhenNamed: true,
    question: question.question,
    contenders: question.contenders,
    baseline: BASELINE,
    workloads: (profile) => {
      const own = latticeIn(lattice, profile);
      return coarsePlaces(own).map(workload(own));
    },
    furtherWorkloads: (profile, rows) => {
      const own = latticeIn(lattice, profile), { points } = mapOf({ id, lattice }, rows);
      const winnerAt = ({ column, line }: LatticePlace) =>
        points.find(({ x, y }) => x === own.x.values[column] && y === own.y.values[line]);
      return finerPlaces(own, winnerAt).map(workload(own));
    },
    settings: { "weights": "GCN normalisation with self-loops", ...question.settings },
    measurement: {
      kind: "joint",
      measure: (lab, _none, point, contenders) =>
        measurePoint(lab, { ...question.draw(lab, point), contenders, baseline: BASELINE }),
    },
    metrics: MAP_METRICS,
    plots: question.plots,
    notes: [
      "Points between the coarse ones are measured where their coarse neighbours have different winners or one that is not certain.",
      "A winner is certain by the 95 % interval of its own point; over a whole map, some of the certain ones are chance.",
      `Preparation is the ordering and the layout of the kernel; with it a product bears a ${SPREAD_OVER}th of both.`,
      ...question.notes,
    ],
    publishedAs: () => undefined,
    claims: [],
  };
}
