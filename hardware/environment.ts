/**
 * Environment of a session: the machine, its power state, the program's versions. Unreadable facts are absent
 * rather than guessed.
 *
 * @module
 */
import { availableMemory, memoryLimit } from "../platform/available_memory.ts";
import { readSystemText } from "../platform/native/system_text.ts";
import { cpuModel, toldCaches } from "./cpu/cpu_facts.ts";
import { placementText } from "./cpu/page_placement.ts";
import type { Device } from "./device.ts";

/** Facts about a run's surroundings, flat and by name. */
export type Environment = Readonly<Record<string, string>>;

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Captures the environment of a session that runs on `device`. */
export function captureEnvironment(device: Device, commit: string): Environment {
  const memory = attempt(() => Deno.systemMemoryInfo()), limit = memory && memoryLimit(memory.total);
  const lastCache = toldCaches().at(-1);
  const facts: Record<string, string | undefined> = {
    "device": device.name,
    "device backend": device.backend,
    "adapter kind": device.adapterKind,
    "device threads": String(device.threads),
    "device timer": device.timer,
    "tuning": device.tuning?.digest,
    "device memory limit": String(device.limits.memoryBytes),
    "device binding limit": String(device.limits.bindingBytes),
    "device workgroup memory": String(device.limits.workgroupBytes),
    ...device.facts,
    "cpu": cpuModel(),
    "cpu cores": String(navigator.hardwareConcurrency),
    "cpu last-level cache": lastCache && String(lastCache.bytes),
    "memory nodes": placementText(),
    "cpu governor": readSystemText("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
    "power supply": readSystemText("/sys/class/power_supply/AC/online") === "0" ? "battery" : undefined,
    "memory bytes": memory && String(memory.total),
    "memory limit bytes": limit !== undefined && limit < memory!.total ? String(limit) : undefined,
    "memory available bytes": memory && String(availableMemory()),
    "load average": attempt(() => Deno.loadavg().map((l) => l.toFixed(2)).join(" ")),
    "os": `${Deno.build.os} ${attempt(() => Deno.osRelease()) ?? ""}`.trim(),
    "arch": Deno.build.arch,
    "deno": Deno.version.deno,
    "v8": Deno.version.v8,
    "typescript": Deno.version.typescript,
    "commit": commit,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
