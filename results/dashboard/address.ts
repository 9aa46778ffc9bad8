/**
 * Names of the site's files. They hold plain letters only, whatever a suite or device is called.
 *
 * @module
 */
import { sha256 } from "../../platform/digest.ts";

/** A file name for a thing: its letters where they tell it, with a digest where they do not. */
function slug(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60);
  const telling = /^[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(name);
  return telling ? name.replaceAll("/", "--") : `${plain || "x"}-${sha256(name).slice(0, 8)}`;
}

/** Page of a paper. */
export function paperPage(paper: string): string {
  return `paper-${slug(paper)}.html`;
}

/** Page of a suite. */
export function suitePage(suite: string): string {
  return `suite-${slug(suite)}.html`;
}

/** Data chunk of a suite. */
export function suiteChunk(suite: string): string {
  return `data/suite-${slug(suite)}.js`;
}

/** Page of a device. */
export function devicePage(device: string): string {
  return `device-${slug(device)}.html`;
}

/** A point of a suite's history: what was measured in one session. The suite's page opens its explanation. */
export function pointLink(suite: string, series: string, session: number): string {
  return `${suitePage(suite)}#s=${series}&n=${session}`;
}
