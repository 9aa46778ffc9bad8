/**
 * Suite of a map: coarse points first, then those between points that disagree.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { type MapAxes, type WinnerMap, winnerMap } from "../../../results/winner_map/winner_map.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { coarsePlaces, finerPlaces, type Lattice, type LatticePlace } from "./lattice.ts";
import { mapAnswers } from "./map_answers.ts";
import type { MapClaim } from "./map_claims.ts";
import type { RATIO_METRICS } from "./map_ratios.ts";
import { signText, type StatedSign } from "./stated_signs.ts";

/** A point of a map. */
export interface MapWorkload extends Workload {
  /** Value of the factor across; not a number for a workload beside the lattice. */
  readonly x: number;
  /** Value of the factor upwards. */
  readonly y: number;
}

/** Suite of a map. */
export type MapSuite<C extends Contender = Contender, M extends Metrics = Metrics> = Suite<MapWorkload, C, M>;

/** Parts of a suite that tell one map from another. */
export interface MapQuestion<C extends Contender, M extends typeof RATIO_METRICS & Metrics> extends
  Pick<
    MapSuite<C, M>,
    | "id"
    | "title"
    | "question"
    | "contenders"
    | "baseline"
    | "settings"
    | "measurement"
    | "metrics"
    | "plots"
    | "notes"
  > {
  /** Axes with all values. */
  readonly lattice: Lattice;
  /** Dataset and model of every point in a profile; absent where points draw their own graphs. */
  subject?(profile: Profile): Pick<Workload, "dataset" | "model">;
  /** Known workloads that are measured beside the lattice; none when absent. */
  readonly beside?: readonly MapWorkload[];
  /** Signs stated before the measurement. */
  readonly signs?: readonly StatedSign[];
  /** Claims of the papers whose region the map shows. */
  readonly claims?: readonly MapClaim[];
  /** Gives sentences of this map alone, from its rows. */
  further?(rows: readonly Row[], map: WinnerMap): readonly string[];
}

/** Values of an axis at smoke sizes: two coarse ones and one between. */
const SMOKE_VALUES = 3;

/** Lattice of a map in a profile. */
function latticeIn({ x, y }: Lattice, { id }: Profile): Lattice {
  if (id !== "smoke") return { x, y };
  const few = (values: readonly number[]) => values.slice(0, SMOKE_VALUES);
  return { x: { ...x, values: few(x.values) }, y: { ...y, values: few(y.values) } };
}

/** Axes and metrics of a map that leaves preparation out; its first plot has its bounds. */
function axesOf({ lattice: { x, y }, plots, baseline }: Omit<MapPlan, "id">): MapAxes {
  const bounds = plots.at(0)?.bounds;
  return { x: x.factor, y: y.factor, lead: "lead", speedup: "speedup", baseline, ...(bounds && { bounds }) };
}

type MapPlan = Pick<MapQuestion<Contender, typeof RATIO_METRICS>, "id" | "lattice" | "plots" | "baseline">;

/** Map in the rows of a session, by the suite whose question it answers. */
function mapOf(plan: MapPlan, rows: readonly Row[]): WinnerMap {
  return winnerMap(rows.filter(({ suite }) => suite === plan.id), axesOf(plan));
}

/** Builds the suite of a map. */
export function mapSuite<C extends Contender, M extends typeof RATIO_METRICS & Metrics>(
  question: MapQuestion<C, M>,
): MapSuite<C, M> {
  const { id, title, contenders, baseline, settings, measurement, metrics, plots, lattice } = question;
  const { subject, beside = [], signs = [], claims = [] } = question, plan = { id, lattice, plots, baseline };
  const workload = (profile: Profile) => {
    const own = latticeIn(lattice, profile), shared = subject?.(profile) ?? {};
    return ({ column, line }: LatticePlace): MapWorkload => {
      const x = own.x.values[column], y = own.y.values[line];
      return { id: `${x}-${y}`, ...shared, x, y, factors: { [own.x.factor]: x, [own.y.factor]: y } };
    };
  };
  return {
    id,
    artifact: "Crossover",
    title,
    onlyWhenNamed: true,
    question: question.question,
    contenders,
    baseline,
    workloads: (profile) => [
      ...coarsePlaces(latticeIn(lattice, profile)).map(workload(profile)),
      ...beside.map((each) => ({ ...each, ...subject?.(profile) })),
    ],
    furtherWorkloads: (profile, rows) => {
      const own = latticeIn(lattice, profile), { points } = mapOf(plan, rows);
      const winnerAt = ({ column, line }: LatticePlace) =>
        points.find(({ x, y }) => x === own.x.values[column] && y === own.y.values[line]);
      return finerPlaces(own, winnerAt).map(workload(profile));
    },
    settings,
    measurement,
    ...(signs.length + claims.length > 0 && {
      answers: (rows: readonly Row[]) => {
        const map = mapOf(plan, rows);
        return [
          ...mapAnswers(rows, map, { ...question, signs, claims }),
          ...question.further?.(rows, map) ?? [],
        ];
      },
    }),
    metrics,
    plots,
    notes: [
      "Points between the coarse ones are measured where their coarse neighbours have different winners or one that is not certain.",
      ...(plots.some(({ bounds }) => bounds !== undefined) ? [] : [
        "A winner is certain by the 95 % interval of its own point; over a whole map, some of the certain ones are chance.",
      ]),
      ...(claims.length === 0 ? [] : [
        "A region of a claim is no verdict: it says where its number holds on this device and data, whatever the claim's premise asks for.",
      ]),
      ...signs.map((sign) => signText(sign, question)),
      ...question.notes,
    ],
    claims: [],
  };
}
