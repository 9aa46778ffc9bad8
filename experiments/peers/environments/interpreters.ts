/**
 * The interpreter of a peer: that of the pinned environment, or an existing Python that has the packages
 * already.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { findEnvironment, interpreterIn, setupCommand } from "./environments.ts";
import { existingPython, PEERS_PYTHON_VARIABLE, type ReadVariable } from "./existing_python.ts";
import type { PeerSpec } from "../peers.ts";
import { probePython } from "./python_probe.ts";

/** Options of a search for an interpreter. */
export interface InterpreterSearch {
  /** Where pinned environments lie; in the user's cache folder when absent. */
  readonly root?: string;
  /** Reads environment variables; those of this process when absent. */
  readonly env?: ReadVariable;
}

/** An interpreter that has the modules of a peer, or the reason for which there is none. */
export type Interpreter =
  | {
    /** Whether its packages are the pinned ones or those that were there. */
    readonly kind: "pinned" | "adopted";
    /** Path of the interpreter. */
    readonly python: string;
    /** Versions by import name, its own as `python`. */
    readonly versions: Readonly<Record<string, string>>;
  }
  | {
    /** Nothing that the peer can run on. */
    readonly kind: "absent";
    /** The state that was found instead. */
    readonly reason: string;
    /** The next step for the user. */
    readonly next: string;
  };

/**
 * Finds a peer's interpreter. A Python that the user names comes first where it has the packages, `python3`
 * on `PATH` only where the pinned environment is not set up; a named one that does not answer is not passed
 * over in silence.
 */
export async function findInterpreter(peer: PeerSpec, search: InterpreterSearch = {}): Promise<Interpreter> {
  const { environment, modules } = peer;
  const pinned = findEnvironment(environment, search.root);
  const existing = existingPython(search.env);
  let reason = "not set up";
  if (existing !== undefined && (existing.named || pinned === undefined)) {
    const { path, named } = existing;
    const { versions, reason: silent } = await probePython(path);
    const lacking = modules.filter((module) => versions?.[module] === undefined);
    if (versions !== undefined && lacking.length === 0) {
      const own = ["python", ...modules].map((name) => [name, versions[name] ?? "of unknown version"]);
      return { kind: "adopted", python: path, versions: Object.fromEntries(own) };
    }
    const said = `${path} ${silent ?? `has no ${lacking.join(", no ")}`}`;
    if (named && silent !== undefined) {
      return { kind: "absent", reason: said, next: `correct or unset ${PEERS_PYTHON_VARIABLE}` };
    }
    reason = `not set up, and ${said}`;
  }
  return pinned === undefined
    ? { kind: "absent", reason, next: setupCommand([environment]) }
    : { kind: "pinned", python: interpreterIn(pinned.folder), versions: pinned.versions };
}

/**
 * The interpreter of a peer that is to be opened.
 *
 * @throws {MissingError} where there is none.
 */
export async function interpreterOf(
  peer: PeerSpec,
  search?: InterpreterSearch,
): Promise<Interpreter & { readonly kind: "pinned" | "adopted" }> {
  const found = await findInterpreter(peer, search);
  if (found.kind !== "absent") return found;
  throw new MissingError({
    action: `open peer "${peer.id}"`,
    current: found.reason,
    wanted: `the Python environment "${peer.environment}", or a Python with ${peer.modules.join(", ")}`,
    next: found.next,
  });
}
