/**
 * Processor time of this program and of those that it has started, which the system counts in hundredths of a
 * second (ticks).
 *
 * @module
 */
import { readSystemFolder, readSystemText } from "../../platform/native/system_text.ts";

/** Texts and folders under `/proc`; undefined where they are absent. */
export interface SystemFiles {
  /** Reads a text. */
  readonly text: (path: string) => string | undefined;
  /** Lists the names in a folder. */
  readonly names: (path: string) => readonly string[] | undefined;
}

/** Files of the system that runs this program. */
export const SYSTEM_FILES: SystemFiles = { text: readSystemText, names: readSystemFolder };

/** Processor time of a program and of all that belongs to it. */
export interface OwnTicks {
  /** Ticks of all threads, and of all programs that were started, alive or ended. */
  readonly ticks: number;
  /** Programs that are alive, this one among them. */
  readonly programs: number;
}

/** Time of a program in `/proc` with all that it has started; undefined where it has ended. */
function ticksOf(program: string, files: SystemFiles): OwnTicks | undefined {
  const threads = files.names(`/proc/${program}/task`) ?? [];
  const lists = threads.map((thread) => files.text(`/proc/${program}/task/${thread}/children`));
  // Without any list, what this program has started cannot be told from what others have.
  if (program === "self" && lists.every((list) => list === undefined)) return undefined;
  const children = lists.flatMap((list = "") => list.split(" ").filter(Boolean))
    .map((child) => ticksOf(child, files)).filter((each) => each !== undefined);
  // Read last: the time of a child that has ended meanwhile is its parent's by now.
  const stat = files.text(`/proc/${program}/stat`);
  if (stat === undefined) return undefined;
  // The program's name before these fields may have spaces and brackets in it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  return {
    ticks: children.reduce((sum, { ticks }) => sum + ticks, user + system + endedUser + endedSystem),
    programs: children.reduce((sum, { programs }) => sum + programs, 1),
  };
}

/**
 * Processor time of this program so far: of all its threads, and of the programs that it has started (peers,
 * `mpirun` with its ranks), with those that they have started. What a batch system or another host starts for
 * it is not in it. Undefined where the system does not tell, as elsewhere than on Linux.
 *
 * @example
 * ```ts
 * const own = ownTicks();
 * if (own !== undefined && own.programs < 1) throw new Error("this program is alive");
 * ```
 */
export function ownTicks(files: SystemFiles = SYSTEM_FILES): OwnTicks | undefined {
  return ticksOf("self", files);
}
