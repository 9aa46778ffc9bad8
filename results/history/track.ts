/**
 * What sessions must share for their times to be put in one line: the device and the profile.
 *
 * @module
 */
import type { SessionDocument } from "../session_document.ts";

/** One text for the device and profile of a session, equal where times may be compared. */
export function trackKey({ device, profile }: SessionDocument): string {
  return JSON.stringify([device.backend, device.adapterKind, device.name, device.threads, profile]);
}

/** A device as a person names it. */
export function deviceLabel({ device }: Pick<SessionDocument, "device">): string {
  const software = device.adapterKind === "software" ? ", software adapter" : "";
  return `${device.name}, ${device.backend}${software}`;
}

/** The same as a person says it. */
export function trackLabel(document: SessionDocument): string {
  return `${deviceLabel(document)} \u00b7 ${document.profile}`;
}
