/**
 * Conditions that differ between compared sessions, in words.
 *
 * @module
 */
import { zip } from "../../platform/lists/zip.ts";
import { deviceLabel } from "../history/track.ts";
import type { SessionComparison } from "./compare.ts";
import type { SessionDocument } from "../store/session_document.ts";
import { choiceLine } from "../store/tuned_choice.ts";
import type { SessionCondition } from "./conditions.ts";
import { letterOf } from "./session_letters.ts";

/** Tuned numbers of a session that are not defaults. */
function tuningText({ tuning = [] }: SessionDocument): string {
  const changed = tuning.filter(({ chosen, standard }) => chosen !== standard);
  return changed.length === 0 ? "defaults" : changed.map(choiceLine).join(", ");
}

function oneConditionText(
  condition: SessionCondition,
  [a, b]: readonly [SessionDocument, SessionDocument],
  letter: string,
): string {
  const values = (of: (document: SessionDocument) => string | number | undefined) =>
    `${condition}: ${of(a)} (A) and ${of(b)} (${letter})`;
  switch (condition) {
    case "two devices":
      return values(deviceLabel);
    case "other number of threads":
      return values(({ device }) => device.threads);
    case "other instruction set":
      return values(({ environment }) => environment["instruction set"]);
    case "other generation of the CPU":
      return values(({ environment }) => environment["cpu generation"]);
    case "other implementation of WebGPU":
      return values(({ environment }) => environment.webgpu);
    case "other tuning":
      return values(tuningText);
    case "other profile":
      return values(({ profile }) => profile);
    case "other seed":
      return values(({ seed }) => seed);
  }
}

/**
 * Conditions that differ for all cells, with the devices by name: `two devices: X, wasm (A) and Y, webgpu
 * (B)`.
 */
export function conditionText({ sessions: [a, ...others], pairs }: SessionComparison): string {
  return zip(pairs, others).flatMap(([{ conditions }, other], i) =>
    conditions.map((condition) => oneConditionText(condition, [a, other], letterOf(i + 1)))
  ).join("; ");
}
