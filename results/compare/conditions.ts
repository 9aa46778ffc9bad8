/**
 * Conditions that a whole session shares. Where two sessions differ in one, every ratio between them says so.
 *
 * @module
 */
import type { SessionDocument } from "../store/session_document.ts";

/** A condition that may differ between two sessions whose measurements remain comparable. */
export type SessionCondition =
  | "two devices"
  | "other number of threads"
  | "other instruction set"
  | "other generation of the CPU"
  | "other implementation of WebGPU"
  | "other tuning"
  | "other profile"
  | "other seed";

const TWO_DEVICES: readonly SessionCondition[] = [
  "two devices",
  "other number of threads",
  "other instruction set",
  "other generation of the CPU",
  "other implementation of WebGPU",
];

/** Whether both sessions say a fact, and another one; sessions of earlier versions do not say all. */
function isOther(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** Conditions that differ between two sessions. */
export function differingConditions(a: SessionDocument, b: SessionDocument): SessionCondition[] {
  const otherDevice = a.device.name !== b.device.name || a.device.backend !== b.device.backend ||
    a.device.adapterKind !== b.device.adapterKind;
  const isOtherFact = (name: string) => !otherDevice && isOther(a.environment[name], b.environment[name]);
  const differs: readonly [SessionCondition, boolean][] = [
    ["two devices", otherDevice],
    // Another device has another number of threads anyway.
    ["other number of threads", !otherDevice && a.device.threads !== b.device.threads],
    ["other instruction set", isOtherFact("instruction set")],
    ["other generation of the CPU", isOtherFact("cpu generation")],
    ["other implementation of WebGPU", isOtherFact("webgpu")],
    ["other tuning", !otherDevice && a.environment.tuning !== b.environment.tuning],
    ["other profile", a.profile !== b.profile],
    ["other seed", a.seed !== b.seed],
  ];
  return differs.filter(([, holds]) => holds).map(([condition]) => condition);
}

/**
 * Whether the sessions ran on two devices, of one name or of two, or on one with two numbers of threads, by
 * two instruction sets or by two implementations of WebGPU, so that neither is better.
 */
export function areOfTwoDevices(conditions: readonly SessionCondition[]): boolean {
  return conditions.some((condition) => TWO_DEVICES.includes(condition));
}
