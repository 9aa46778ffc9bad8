/**
 * What a room says about a part that a machine may lack; `doctor` collects these.
 *
 * @module
 */

/** One optional part: whether it is here, what it would add, how to get it and what stands in for it. */
export interface Capability {
  /** The part's name: `METIS`. */
  readonly part: string;
  /** Whether this machine has it and this process may use it. */
  readonly present: boolean;
  /** Where it was found, or why it was not: one line. */
  readonly detail: string;
  /** What the part adds to a run. */
  readonly adds: string;
  /** The command or commands that install it. */
  readonly install: string;
  /** What is used in its place while it is absent. */
  readonly fallback: string;
}
