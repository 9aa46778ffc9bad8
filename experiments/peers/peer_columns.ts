/**
 * The columns of a peer's rows that only its worker can fill.
 *
 * @module
 */
import type { TimerKind } from "../../hardware/device.ts";
import type { Trial } from "../measurement.ts";
import type { Peer } from "./peer.ts";
import type { PeerBackend } from "./peers.ts";

/**
 * Clock of a peer's products and full-batch epochs. Events of CUDA, which the worker reads on a GPU, are
 * stamps of the GPU as WebGPU's are.
 */
export function peerClock(backend: PeerBackend): TimerKind {
  return backend === "python-cuda" ? "gpu-timestamp" : "wall";
}

/** Versions, whether they are pinned, and where the worker computes. */
export function peerColumns(
  { versions, threads, interpreter }: Pick<Peer, "versions" | "threads" | "interpreter">,
  backend: PeerBackend,
): Required<Pick<Trial, "factors" | "ranOn">> {
  const onGpu = backend === "python-cuda";
  const text = Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(" ");
  return {
    factors: { versions: text, ...(interpreter === "adopted" && { environment: "adopted" }) },
    ranOn: { threads, adapterKind: onGpu ? "hardware" : "none", timer: peerClock(backend) },
  };
}
