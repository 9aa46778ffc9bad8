/**
 * Names of the site's files. They hold plain letters only, whatever the names of suites and devices hold.
 *
 * @module
 */
import { sha256 } from "../../platform/files/digest.ts";

/** File name for a thing: its name in plain letters, with a digest where letters alone are ambiguous. */
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

/**
 * Link to a point of a suite's history: the measurement of one session. The suite's page opens its
 * explanation.
 */
export function pointLink(suite: string, series: string, session: number): string {
  return `${suitePage(suite)}#s=${series}&n=${session}`;
}
