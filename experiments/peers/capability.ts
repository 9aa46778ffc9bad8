/**
 * The entries of the peers in `doctor`.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import {
  type EnvironmentId,
  ENVIRONMENTS,
  findEnvironment,
  setupCommand,
} from "./environments/environments.ts";
import { PEERS_PYTHON_VARIABLE } from "./environments/existing_python.ts";
import { findInterpreter, type Interpreter, type InterpreterSearch } from "./environments/interpreters.ts";
import { peersOf } from "./peers.ts";

/** An interpreter of some peers. */
interface Found {
  readonly labels: string[];
  readonly interpreter: Interpreter;
}

function text({ labels, interpreter }: Found, environment: EnvironmentId, root?: string): string {
  if (interpreter.kind === "absent") return interpreter.reason;
  const versions = Object.entries(interpreter.versions).map(([name, version]) => `${name} ${version}`);
  if (interpreter.kind === "adopted") {
    return `${labels.join(", ")} by ${interpreter.python}, not the pinned versions: ${versions.join(", ")}`;
  }
  const ready = findEnvironment(environment, root);
  return `${versions.join(", ")}; ${ready ? `${formatBytes(ready.bytes)} in ${ready.folder}` : ""}`;
}

/**
 * By which interpreter the peers of one environment run, with its versions. An existing Python is asked for
 * its packages; no peer is started.
 */
export async function capability(
  environment: EnvironmentId,
  search: InterpreterSearch = {},
): Promise<Capability> {
  const found: Found[] = [];
  for (const peer of peersOf(environment)) {
    const interpreter = await findInterpreter(peer, search);
    const same = found.find((each) => JSON.stringify(each.interpreter) === JSON.stringify(interpreter));
    if (same) same.labels.push(peer.label);
    else found.push({ labels: [peer.label], interpreter });
  }
  const labels = found.flatMap((each) => each.labels);
  return {
    part: `peer ${labels.join(", ")} (${environment})`,
    present: found.some(({ interpreter }) => interpreter.kind !== "absent"),
    detail: found.map((each) =>
      each.interpreter.kind === "absent" && found.length > 1
        ? `${each.labels.join(", ")} ${text(each, environment, search.root)}`
        : text(each, environment, search.root)
    ).join("; "),
    adds: "the system that a user would pick instead, measured in the same rounds",
    install: `${setupCommand([environment])}, or name a Python that has it by ${PEERS_PYTHON_VARIABLE}`,
    fallback: "its cells are skipped, with the reason",
  };
}

/** One entry an environment. */
export function peerCapabilities(search: InterpreterSearch = {}): Promise<readonly Capability[]> {
  return Promise.all(ENVIRONMENTS.map((environment) => capability(environment, search)));
}
