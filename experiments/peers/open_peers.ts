/**
 * The workers that are open: one a peer and way of opening it, so that a library is imported once a session.
 *
 * @module
 */
import { Peer, type PeerOptions } from "./peer.ts";

/** Time that starting workers took in this process. */
const starting = { ms: 0 };

/** Seconds that {@linkcode openPeer} has spent on starting workers so far: once a worker, not once a use. */
export function startingSeconds(): number {
  return starting.ms / 1000;
}

/** Workers of this process by peer and options: child processes, which {@linkcode closePeers} ends. */
const open = new Map<string, Promise<Peer>>();

/**
 * The worker of that peer with these options; a second call gets the same one while it lives, so that a
 * library is imported once a session.
 *
 * @throws what {@linkcode Peer.open} throws.
 */
export async function openPeer(id: string, options: PeerOptions): Promise<Peer> {
  const { threads, backend, root, python, timeoutMs } = options;
  const key = JSON.stringify([id, threads, backend, root, python, timeoutMs]);
  const known = await open.get(key)?.catch(() => undefined);
  if (known !== undefined && !known.ended) return known;
  const began = performance.now(), opening = Peer.open(id, options);
  open.set(key, opening);
  try {
    return await opening;
  } catch (error) {
    // An error keeps alive the objects whose methods its stack names: here a comparison and its graph.
    open.delete(key);
    throw error;
  } finally {
    starting.ms += performance.now() - began;
  }
}

/** Ends every worker that {@linkcode openPeer} has started. */
export async function closePeers(): Promise<void> {
  const peers = [...open.values()];
  open.clear();
  await Promise.all(peers.map(async (peer) => await (await peer.catch(() => undefined))?.close()));
}
