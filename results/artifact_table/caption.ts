/**
 * Caption of a table: what it shows, then the machine, the code and the data behind it, so that a table that
 * was copied into a paper still says where it comes from.
 *
 * @module
 */
import { intervalText } from "../report/interval_text.ts";
import type { Row } from "../row.ts";
import type { PaperText, SessionDocument, SuiteText } from "../store/session_document.ts";

/** The least and the most of some counts: `15`, or `15 to 39`. */
function span(counts: readonly number[]): string {
  const least = Math.min(...counts), most = Math.max(...counts);
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** Machine, profile and commit of a session, in one sentence. */
export function machineText({ device, environment, profile, seed, updated }: SessionDocument): string {
  const kind = device.adapterKind === "software" ? ", a software adapter" : "";
  const threads = device.threads === 0
    ? ""
    : device.threads === 1
    ? ", 1 thread"
    : `, ${device.threads} threads`;
  const name = device.name.replace(/ \(\d+ threads?\)$/, "");
  return `Measured on ${name} (${device.backend}${kind}${threads}), profile ${profile}, seed ${seed}, ` +
    `gnn-repro at commit ${environment.commit ?? "unknown"}, ${updated.slice(0, 10)}.`;
}

/** Sentences on the samples and the data of some rows. */
export function dataText(rows: readonly Row[]): string {
  const sampled = rows.filter(({ ci_lo }) => ci_lo !== undefined).map(({ n }) => n);
  const sources = new Set(rows.map(({ source }) => source));
  const standIns = new Set(
    rows.filter((row) => row.dataset_kind === "stand-in").map(({ dataset }) => dataset),
  );
  return [
    sampled.length > 0 && `Medians with ${intervalText(rows).replace("\u00a0", " ")}, n = ${span(sampled)}.`,
    sources.has("simulated") && "Simulated values.",
    sources.has("modelled") && "Modelled values.",
    standIns.size > 0 && `Generated stand-ins: ${[...standIns].join(", ")}.`,
  ].filter(Boolean).join(" ");
}

/** Paper with its address, for the list of references; empty for a suite of this project. */
export function paperReference(paper: PaperText | undefined): string {
  return paper === undefined || paper.url === "" ? "" : `${paper.reference} ${paper.url}`;
}

/** Subject of a suite: its title, its paper and its artifact. */
export function suiteSubject({ title, artifact }: SuiteText, paper: PaperText | undefined): string {
  return `${title} (${paper?.title ?? "gnn-repro"}, ${artifact})`;
}
