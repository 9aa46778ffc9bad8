/**
 * Cells of suites by name, as rows and plots have them.
 *
 * @module
 */
import { pickCell } from "../results/pick_cell.ts";
import { cellName, type Contender, type Workload } from "./cell.ts";
import type { Profile } from "./profiles.ts";
import type { Suite } from "./suite.ts";
import { allSuites } from "./suites.ts";

/** A cell with the parts of its name. */
export interface NamedCell {
  /** The whole name: `own/kernel-ladder:cora:w16:row-split`. */
  readonly name: string;
  /** Suite of the cell. */
  readonly suite: Suite;
  /** Workload of the cell in the profile. */
  readonly workload: Workload;
  /** Contender of the cell. */
  readonly contender: Contender;
}

/**
 * Finds the cell of a name, or of a part of it that no other cell of the profile has. Cells that suites
 * ask for by the rows of a session are not among them.
 *
 * @param action Action of an error's message.
 * @throws {UsageError} where none fits, or several do.
 */
export function findCell(wanted: string, profile: Profile, action: string): NamedCell {
  const cells = new Map<string, Omit<NamedCell, "name">>();
  for (const suite of allSuites()) {
    for (const workload of suite.workloads(profile)) {
      for (const contender of suite.contenders) {
        cells.set(cellName(suite, workload, contender), { suite, workload, contender });
      }
    }
  }
  const name = pickCell([...cells.keys()], wanted, action);
  return { name, ...cells.get(name)! };
}
