/**
 * What `doctor` says about the peers.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { formatBytes } from "../../platform/errors.ts";
import { environmentFolder, type EnvironmentId, ENVIRONMENTS, environmentText } from "./environments.ts";
import { PEERS } from "./peers.ts";

/** Whether one environment is set up, with its versions; nothing is started. */
export function capability(environment: EnvironmentId): Capability {
  const text = environmentText(environment);
  const labels = PEERS.filter((peer) => peer.environment === environment).map(({ label }) => label).join(
    ", ",
  );
  return {
    part: `peer ${labels}`,
    present: text !== undefined,
    detail: text === undefined
      ? "not set up"
      : `${Object.entries(text.versions).map(([name, version]) => `${name} ${version}`).join(", ")}; ${
        formatBytes(text.bytes)
      } in ${environmentFolder(environment)}`,
    adds: "the system that a user would pick instead, measured in the same rounds",
    install: `deno task peers:setup ${environment}`,
    fallback: "its cells are skipped, with the reason",
  };
}

/** One entry an environment. */
export function peerCapabilities(): readonly Capability[] {
  return ENVIRONMENTS.map(capability);
}
