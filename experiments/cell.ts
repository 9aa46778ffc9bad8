/**
 * A cell of a comparison: one contender on one workload. Suites declare both as records of their own that
 * extend those here; the texts that rows and filters have are derived from them in one place.
 *
 * @module
 */
import type { IdOrder } from "../datasets/generators/id_order.ts";

/** Settings by name, as a suite computes with them: `{ width: 128, reorder: "metis" }`. */
export type Factors = Readonly<Record<string, string | number | boolean>>;

/** Settings by name, as rows and filters have them. */
export type FactorTexts = Readonly<Record<string, string>>;

/** One of the compared alternatives: a kernel, an ordering, a policy. */
export interface Contender {
  /** Id, unique within the suite; the last part of a cell's name. */
  readonly id: string;
  /** Name for legends and tables. */
  readonly label: string;
  /** Settings that set the contender apart, for filters and rows: `{ reorder: "metis" }`. */
  readonly factors?: Factors;
  /**
   * Runtime of a contender that is another system, in a process beside the device; absent for a kernel of
   * this project.
   */
  readonly runtime?: "python" | "library";
}

/** Input on which contenders are compared, such as a dataset at one feature width. */
export interface Workload {
  /** Id, unique within the suite: `reddit:w128`. */
  readonly id: string;
  /**
   * Dataset as it is asked for; the profile decides whether the real graph or a stand-in is loaded. Absent
   * where the question needs no graph (an equation, a memory level).
   */
  readonly dataset?: string;
  /**
   * Datasets that the measurement loads beside {@linkcode dataset}, such as those that it takes a mean over.
   * A run without stand-ins looks for them before it begins.
   */
  readonly otherDatasets?: readonly string[];
  /** Order of the ids where a stand-in takes the dataset's place; `shuffled` by default. */
  readonly ids?: IdOrder;
  /** GNN model; absent where a kernel alone is measured. */
  readonly model?: string;
  /** All other settings, for filters and rows: `{ width: 128 }`. */
  readonly factors: Factors;
}

/** Settings of a cell as texts; where both have a name, the contender's value is taken. */
export function factorTexts(
  { factors: ofWorkload }: Pick<Workload, "factors">,
  { factors: ofContender }: Pick<Contender, "factors"> = {},
): FactorTexts {
  return Object.fromEntries(
    Object.entries({ ...ofWorkload, ...ofContender }).map(([name, value]) => [name, String(value)]),
  );
}

/** `hetu-gnn/figure-8:reddit:w128:metis`: a cell's name, unique within a session. */
export function cellName(
  suite: { readonly id: string },
  workload: Pick<Workload, "id">,
  contender: Pick<Contender, "id">,
): string {
  return `${suite.id}:${workload.id}:${contender.id}`;
}
