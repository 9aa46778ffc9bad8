/**
 * Track: the device and profile that sessions must share for their times to form one history.
 *
 * @module
 */
import type { SessionDocument } from "../store/session_document.ts";

/** Key of a session's track; equal for sessions whose times are comparable. */
export function trackKey({ device, profile, environment }: SessionDocument): string {
  const { backend, adapterKind, name, threads } = device;
  const { webgpu = "", "instruction set": instructions = "" } = environment;
  return JSON.stringify([backend, adapterKind, name, threads, webgpu, instructions, profile]);
}

/** Name of a device for people. */
export function deviceLabel(
  { device, environment }: Pick<SessionDocument, "device" | "environment">,
): string {
  const dawn = environment.webgpu === "dawn" ? " by Dawn" : "";
  const instructions = environment["instruction set"] === undefined
    ? ""
    : ` ${environment["instruction set"]}`;
  const software = device.adapterKind === "software" ? ", software adapter" : "";
  return `${device.name}, ${device.backend}${instructions}${dawn}${software}`;
}

/** Name of a session's track for people. */
export function trackLabel(document: SessionDocument): string {
  return `${deviceLabel(document)} \u00b7 ${document.profile}`;
}
