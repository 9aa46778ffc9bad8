/**
 * The columns of a peer's rows that only its worker can fill.
 *
 * @module
 */
import type { Trial } from "../measurement.ts";
import type { Peer } from "./peer.ts";
import type { PeerBackend } from "./peers.ts";

/** Versions, whether they are pinned, and where the worker computes. */
export function peerColumns(
  { versions, threads, interpreter }: Pick<Peer, "versions" | "threads" | "interpreter">,
  backend: PeerBackend,
): Required<Pick<Trial, "factors" | "ranOn">> {
  const words = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(" ");
  return {
    factors: { versions: words, ...(interpreter === "adopted" && { environment: "adopted" }) },
    ranOn: { threads, adapterKind: backend === "python-cuda" ? "hardware" : "none", timer: "wall" },
  };
}
