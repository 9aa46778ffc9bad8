/**
 * Track: the device and profile that sessions must share for their times to form one history.
 *
 * @module
 */
import type { SessionDocument } from "../store/session_document.ts";

/** Key of a session's track; equal for sessions whose times are comparable. */
export function trackKey({ device, profile, environment }: SessionDocument): string {
  const { backend, adapterKind, name, threads } = device;
  const { webgpu = "", "instruction set": instructions = "", "cpu generation": generation = "" } =
    environment;
  return JSON.stringify([backend, adapterKind, name, threads, webgpu, instructions, generation, profile]);
}

/** Name of a device for people. */
export function deviceLabel(
  { device, environment }: Pick<SessionDocument, "device" | "environment">,
): string {
  const { webgpu, "instruction set": instructions, "cpu generation": generation } = environment;
  const texts = [device.backend, instructions, webgpu === "dawn" ? "by Dawn" : undefined];
  const software = device.adapterKind === "software" ? "software adapter" : undefined;
  return [device.name, texts.filter((word) => word !== undefined).join(" "), generation, software]
    .filter((part) => part !== undefined).join(", ");
}

/** Name of a session's track for people. */
export function trackLabel(document: SessionDocument): string {
  return `${deviceLabel(document)} \u00b7 ${document.profile}`;
}
