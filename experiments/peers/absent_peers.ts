/**
 * Peers that a run would measure and that this machine lacks, said before the run begins.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import type { Contender } from "../cell.ts";
import { setupCommand } from "./environments/environments.ts";
import { findInterpreter, type InterpreterSearch } from "./environments/interpreters.ts";
import { findPeer, pythonBeside } from "./peers.ts";

/** Ids of the Python peers among these contenders, each once. */
function peerIds(contenders: readonly Contender[]): readonly string[] {
  const ids = contenders.flatMap(({ runtime, factors }) =>
    runtime === "python" && typeof factors?.peer === "string" ? [factors.peer] : []
  );
  return [...new Set(ids)];
}

/**
 * Line that names the peers among these contenders without an interpreter, and the command that installs
 * them; `undefined` where all have one. Peers that cannot run beside the device are left out: their rows say
 * so, and no command helps.
 */
export async function absentPeersLine(
  contenders: readonly Contender[],
  device: Pick<Device, "backend" | "adapterKind">,
  search: InterpreterSearch = {},
): Promise<string | undefined> {
  const backend = pythonBeside(device);
  const peers = peerIds(contenders).map((id) => findPeer(id)).filter(({ backends }) =>
    backends.includes(backend)
  );
  const found = await Promise.all(
    peers.map(async (peer) => ({
      id: peer.id,
      environment: peer.environment,
      ...await findInterpreter(peer, search),
    })),
  );
  const absent = found.filter((each) => each.kind === "absent");
  if (absent.length === 0) return undefined;
  // A named Python that does not answer stands in the way of all of them.
  const other = absent.find(({ environment, next }) => next !== setupCommand([environment]))?.next;
  const next = other ?? setupCommand([...new Set(absent.map(({ environment }) => environment))]);
  return `note: peers that are not set up, whose cells are skipped: ${
    absent.map(({ id }) => id).join(", ")
  }; ${next}`;
}
