/**
 * Conditions under which a session began, and under which alone it is resumed.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { byteSize } from "../../platform/command_line/value_kind.ts";
import { UsageError } from "../../platform/errors.ts";
import type { SessionDocument } from "../../results/store/session_document.ts";
import type { RealRanks } from "../lab.ts";

/** Tuning of a session whose code has its defaults. */
const UNTUNED = "none (run tune, or unset GNN_REPRO_TUNING)";

/** Conditions of a run. */
export interface RunConditions {
  /** Name of the session. */
  readonly name: string;
  /** Id of the profile. */
  readonly profile: string;
  /** Seed of the session. */
  readonly seed: number;
  /** Device that the session measures on. */
  readonly device: Device;
  /** Ranks that exchange real messages. */
  readonly ranks: RealRanks;
  /** Threads of the host's own work. */
  readonly hostThreads: number;
}

/**
 * Refuses to resume a session under other conditions than it began with: it has one device, profile, seed and
 * number of ranks, because rows of two cannot be compared.
 *
 * @throws {UsageError} with the first condition that differs.
 */
export function refuseOtherConditions(
  { profile, seed, device, environment }: SessionDocument,
  now: RunConditions,
): void {
  const limit = "device memory limit", { memoryBytes } = now.device.limits;
  const ranks = ranksText(now.ranks), threads = String(now.hostThreads);
  const facts: [what: string, was: unknown, is: unknown, remedy?: string][] = [
    ["profile", profile, now.profile],
    ["seed", seed, now.seed],
    ["device", `${device.backend}, ${device.name}`, `${now.device.backend}, ${now.device.name}`],
    ["threads", device.threads, now.device.threads],
    ["adapter kind", device.adapterKind, now.device.adapterKind],
    // Sessions of earlier versions do not say.
    ["WebGPU", environment.webgpu ?? now.device.webgpu, now.device.webgpu],
    ...["instruction set", "cpu generation"].map((name): [string, unknown, unknown] => {
      const is = now.device.facts?.[name];
      return [name, environment[name] ?? is, is];
    }),
    [
      "device memory",
      memoryText(environment[limit]),
      memoryText(String(memoryBytes)),
      memoryRemedy(environment[limit]),
    ],
    ["ranks", environment.ranks ?? ranks, ranks],
    ["tuning", environment.tuning ?? UNTUNED, now.device.tuning?.digest ?? UNTUNED],
    ["threads", environment["host threads"] ?? threads, threads],
  ];
  for (const [what, was, is, remedy = `ask for that ${what}`] of facts) {
    if (was !== is) {
      throw new UsageError({
        action: `resume session "${now.name}"`,
        current: `${what} ${is}`,
        wanted: `${what} ${was}, as the session began`,
        next: `start another with a new --session name, or ${remedy}`,
      });
    }
  }
}

/** Whether a limit of device memory is none: the largest whole number stands for that. */
const isNone = (bytes: string) => bytes === String(Number.MAX_SAFE_INTEGER);

/** Text for a limit of device memory, exact. */
function memoryText(bytes: string): string {
  return isNone(bytes) ? "without a limit" : byteSize.write!(Number(bytes));
}

/** Flag that brings a limit of device memory back. */
function memoryRemedy(bytes: string): string {
  return isNone(bytes) ? "leave out --device-memory" : `add --device-memory ${memoryText(bytes)}`;
}

/** Refusal to resume a session with another graph under the name of one that it has. */
export function otherGraph(session: string, graph: string): UsageError {
  return new UsageError({
    action: `resume session "${session}"`,
    current: `another graph ${graph}`,
    wanted: "the same content, and --symmetrise or not, as the session began",
    next: "start another with a new --session name, or add --stale to measure all of the graph again",
  });
}

/** Ranks in the words of a session's environment. */
export function ranksText({ count, engine }: RealRanks): string {
  return `${count}, ${engine}`;
}
