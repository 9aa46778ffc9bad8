/**
 * Track: the device and profile that sessions must share for their times to form one history.
 *
 * @module
 */
import type { SessionDocument } from "../store/session_document.ts";

/** Key of a session's track; equal for sessions whose times are comparable. */
export function trackKey({ device, profile, environment: { webgpu = "" } }: SessionDocument): string {
  return JSON.stringify([device.backend, device.adapterKind, device.name, device.threads, webgpu, profile]);
}

/** Name of a device for people. */
export function deviceLabel(
  { device, environment }: Pick<SessionDocument, "device" | "environment">,
): string {
  const dawn = environment.webgpu === "dawn" ? " by Dawn" : "";
  const software = device.adapterKind === "software" ? ", software adapter" : "";
  return `${device.name}, ${device.backend}${dawn}${software}`;
}

/** Name of a session's track for people. */
export function trackLabel(document: SessionDocument): string {
  return `${deviceLabel(document)} \u00b7 ${document.profile}`;
}
