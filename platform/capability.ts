/**
 * Report of a room on a part that a machine may lack; `doctor` collects these.
 *
 * @module
 */

/** An optional part: its presence, its benefit, its installation and its fallback. */
export interface Capability {
  /** Name of the part: `METIS`. */
  readonly part: string;
  /** Whether this machine has it and this process may use it. */
  readonly present: boolean;
  /** Place of the part, or the reason for its absence, in one line. */
  readonly detail: string;
  /** Benefit of the part for a run. */
  readonly adds: string;
  /** Commands that install the part. */
  readonly install: string;
  /** Fallback where the part is absent. */
  readonly fallback: string;
}
