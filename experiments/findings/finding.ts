/**
 * The contract of a finding. A finding is data: a question, the rows that answer it, the sentence that their
 * numbers make, and how that sentence could be wrong. Adding one is one file and one line in a list.
 *
 * @module
 */

import type { DeviceBackend } from "../../hardware/device.ts";
import type { Row } from "../../results/row.ts";

/** A row by its place: a metric of one cell. */
export interface CitedRow {
  /** Suite id: `own/kernel-ladder`. */
  readonly suite: string;
  /** Workload within the suite: `cora:w64`. */
  readonly workload: string;
  /** Contender within the suite. */
  readonly contender: string;
  /** Metric of the cell. */
  readonly metric: string;
  /** Source that the number has to be of; any when absent. */
  readonly source?: Row["source"];
}

/** Number that a row holds, with its interval and its words. */
export interface FindingReading {
  /** The number. */
  readonly value: number;
  /** Lower end of the 95 % interval; the number itself where it is exact. */
  readonly low: number;
  /** Upper end. */
  readonly high: number;
  /**
   * Lower end of the interval of a measured ratio, widened by what copies differ by in the session's A/A run:
   * what is held against 1. Of all else the lower end itself.
   */
  readonly least: number;
  /** Upper end, likewise. */
  readonly most: number;
  /** Samples behind the number. */
  readonly n: number;
  /** Data of the cell: `reddit@1/16`; empty where no graph was loaded. */
  readonly dataset: string;
  /** Number in words with its unit and interval: `1.23x [1.13, 1.26]`. */
  readonly text: string;
}

/** Readings by the names under which a finding asks for its rows. */
export type Readings<Name extends string = string> = Readonly<Record<Name, FindingReading>>;

/** A sentence that recorded rows make. `Name` are the names of its rows. */
export interface Finding<Name extends string = string> {
  /** Id, unique among all findings: `one-counter`. */
  readonly id: string;
  /** The question in one sentence. */
  readonly question: string;
  /** Backend of the sessions that it speaks of; any when absent. */
  readonly backend?: DeviceBackend;
  /** Rows that it reads, all of one session. */
  readonly reads: Readonly<Record<Name, CitedRow>>;
  /**
   * Whether the numbers show what the sentence says, with their intervals. A session whose numbers do not is
   * named as one that does not show it.
   */
  shows(readings: Readings<Name>): boolean;
  /** The sentence, made from the numbers. */
  sentence(readings: Readings<Name>): string;
  /** Command that records the rows anew. */
  readonly command: string;
  /** Reason for which the sentence could be wrong, beginning with a small letter: `the graphs are small`. */
  readonly doubt: string;
}

/** A finding with the names of its rows checked against its sentence. */
export function defineFinding<Name extends string>(finding: Finding<Name>): Finding {
  return finding as Finding;
}

/** Names of a finding's rows, in the order in which it reads them. */
export function rowsNamed<Name extends string>({ reads }: Pick<Finding<Name>, "reads">): Name[] {
  return Object.keys(reads) as Name[];
}
