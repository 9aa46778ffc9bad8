/**
 * Findings as a Markdown document.
 *
 * @module
 */
import type { SessionDocument } from "../../results/store/session_document.ts";
import type { Appendix } from "./appendix.ts";
import { type Finding, rowsNamed } from "./finding.ts";
import { citedCell, type RecordedSession } from "./recorded_session.ts";
import type { HeldFinding, HeldFindings, Recording } from "./stated_findings.ts";

/** Beginning of the document of recorded sessions. */
const RECORDED_HEAD = [
  "# Findings",
  "",
  "Sentences that none of the five papers says, each made from rows of a recorded session by",
  "`deno task findings`, which writes this file. A sentence stands here only while intervals of its rows show it.",
  "The questions were chosen after these sessions had been seen, so that their intervals are too narrow: the test of",
  "a sentence is another session, such as yours.",
];

/** Beginning of a document of sessions that a user has named. */
const NAMED_HEAD = [
  "# Findings",
  "",
  "Sentences that none of the five papers says, each made by `deno task findings` from rows of the sessions that it was",
  "given. A sentence stands here only while intervals of its rows show it. The questions were chosen after the sessions of",
  "`results/recorded/` had been seen; other sessions test them.",
];

/** Device of a session, with the instructions of its kernels. */
function deviceWords({ device: { backend, name }, environment: { commit } }: SessionDocument): string {
  const at = commit === undefined ? "" : `, commit \`${commit}\``;
  return `${name}, backend \`${backend}\`${at}`;
}

function table({ finding, readings }: { readonly finding: Finding } & Pick<Recording, "readings">): string[] {
  return [
    "| cell | metric | data | value, 95 % interval (range where n < 5) | n |",
    "| --- | --- | --- | --- | ---: |",
    ...rowsNamed(finding).map((name) => {
      const cited = finding.reads[name], { dataset, words, n } = readings[name];
      return `| \`${citedCell(cited)}\` | ${cited.metric} | ${dataset || "none"} | ${words} | ${n} |`;
    }),
  ];
}

/** Other sessions that have the rows: the sentence that they make, or that they show no such thing. */
function elsewhere({ finding, recordings: [, ...others] }: HeldFinding): string[] {
  return others.flatMap(({ session: { path, document }, readings, shown }) => [
    "",
    shown
      ? `Also shown in \`${path}\` (${deviceWords(document)}): ${finding.sentence(readings)}`
      : `Not shown in \`${path}\` (${deviceWords(document)}): ${
        rowsNamed(finding).map((name) => `${name} ${readings[name].words}`).join(", ")
      }.`,
  ]);
}

function section(held: HeldFinding, number: number): string[] {
  const { finding, recordings: [{ session, readings }] } = held;
  return [
    "",
    `## ${number}. ${finding.question}`,
    "",
    `**${finding.sentence(readings)}**`,
    "",
    ...table({ finding, readings }),
    "",
    `Session \`${session.path}\`: ${deviceWords(session.document)}.`,
    ...elsewhere(held),
    "",
    `Repeat it: \`${finding.command}\`. It could be wrong because ${finding.doubt}.`,
  ];
}

/** A heading with an item for each finding; nothing where there is none. */
function list<T>(heading: string, findings: readonly T[], item: (finding: T) => string): string[] {
  return findings.length === 0 ? [] : ["", `## ${heading}`, "", ...findings.map((each) => `- ${item(each)}`)];
}

/** An appendix under its heading; nothing where no session has its rows. */
function appended({ heading, write }: Appendix, sessions: readonly RecordedSession[]): readonly string[] {
  const lines = write(sessions);
  return lines.length === 0 ? [] : ["", `## ${heading}`, "", ...lines];
}

/** Tables below the findings, and the sessions that fill them. */
export interface FindingsAppendix {
  /** The tables; none by default. */
  readonly appendices: readonly Appendix[];
  /** All sessions that were read. */
  readonly sessions: readonly RecordedSession[];
  /** Whether a user has named the sessions; they are the recorded ones otherwise. */
  readonly areNamed?: boolean;
}

/** Writes the document. */
export function findingsText(
  { shown, notShown, notRecorded, further }: HeldFindings,
  { appendices, sessions, areNamed = false }: FindingsAppendix = { appendices: [], sessions: [] },
): string {
  const [head, verb] = areNamed ? [NAMED_HEAD, "Measured"] : [RECORDED_HEAD, "Recorded"];
  return [
    ...head,
    ...shown.flatMap((held, i) => section(held, i + 1)),
    ...appendices.flatMap((appendix) => appended(appendix, sessions)),
    ...list(
      "Further questions that sessions answer",
      further,
      ({ question, command }) => `${question} \`${command}\``,
    ),
    ...list(
      `${verb}, but not shown`,
      notShown,
      ({ finding: { question, command, reads }, recordings: [{ session, readings }] }) =>
        `${question} In \`${session.path}\`: ${
          Object.keys(reads).map((name) => `${name} ${readings[name].words}`).join(", ")
        }. \`${command}\``,
    ),
    ...list(
      `Not ${verb.toLowerCase()} yet`,
      notRecorded,
      ({ question, command }) => `${question} \`${command}\``,
    ),
    "",
  ].join("\n");
}
