/**
 * Findings as a Markdown document.
 *
 * @module
 */
import type { SessionDocument } from "../../results/store/session_document.ts";
import type { Appendix } from "./appendix.ts";
import { type Finding, rowsNamed } from "./finding.ts";
import { citedCell, type RecordedSession } from "./recorded_session.ts";
import {
  type HeldFinding,
  type HeldFindings,
  type RecordedFinding,
  sessionsThatShow,
} from "./stated_findings.ts";

/** Beginning of the document of recorded sessions. */
const RECORDED_HEAD = [
  "# Findings",
  "",
  "Sentences that none of the five papers says, made by `deno task findings`, which writes this file, from rows of",
  "recorded sessions: of the latest that shows the sentence by its intervals, by machine code or on a GPU before one by",
  "WebAssembly. Of all sessions with these rows at least half show it, or it stands further below. The questions were",
  "chosen after these sessions had been seen, so that their intervals are too narrow: the test of a sentence is another",
  "session, such as yours.",
];

/** Beginning of a document of sessions that a user has named. */
const NAMED_HEAD = [
  "# Findings",
  "",
  "Sentences that none of the five papers says, made by `deno task findings` from rows of the sessions that it was",
  "given: of the latest that shows the sentence by its intervals, by machine code or on a GPU before one by WebAssembly.",
  "The questions were chosen after the sessions of `results/recorded/` had been seen; other sessions test them.",
];

/** Device of a session, and the backend of its kernels. */
function deviceText({ device: { backend, name } }: SessionDocument): string {
  return `${name}, \`${backend}\``;
}

/** Numbers of the session that makes the sentence, each with its cell. */
function cells(
  { finding, readings }: { readonly finding: Finding } & Pick<RecordedFinding, "readings">,
): string[] {
  return [
    "| number | cell | metric | data | value, 95 % interval (range where n < 5) | n |",
    "| --- | --- | --- | --- | --- | ---: |",
    ...rowsNamed(finding).map((name) => {
      const cited = finding.reads[name], { dataset, text, n } = readings[name];
      return `| ${name} | \`${citedCell(cited)}\` | ${cited.metric} | ${
        dataset || "none"
      } | ${text} | ${n} |`;
    }),
  ];
}

/** The same numbers of the other sessions, each with its data where these are others. */
function elsewhere({ finding, recordings: [{ readings: first }, ...others] }: HeldFinding): string[] {
  const names = rowsNamed(finding);
  return [
    ["session", "device", ...names, "n", "shown"],
    ["session", "device", ...names, "n", "shown"].map(() => "---"),
    ...others.map(({ session: { path, document }, readings, shown }) => [
      `\`${path}\``,
      deviceText(document),
      ...names.map((name) => {
        const { text, dataset } = readings[name];
        return dataset === first[name].dataset ? text : `${text} on ${dataset}`;
      }),
      [...new Set(names.map((name) => readings[name].n))].sort((a, b) => a - b).join(", "),
      shown ? "yes" : "no",
    ]),
  ].map((line) => `| ${line.join(" | ")} |`);
}

function section(held: HeldFinding, heading: string): string[] {
  const { finding, recordings } = held, [{ session: { path, document }, readings }, ...others] = recordings;
  const commit = document.environment.commit === undefined
    ? ""
    : `, commit \`${document.environment.commit}\``;
  return [
    "",
    `${heading} ${finding.question}`,
    "",
    `**${finding.sentence(readings)}**`,
    "",
    ...cells({ finding, readings }),
    "",
    `Session \`${path}\`: ${deviceText(document)}${commit}.`,
    ...(others.length === 0 ? [] : [
      `${sessionsThatShow(held)} of ${recordings.length} sessions with these rows show it. The others:`,
      "",
      ...elsewhere(held),
    ]),
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
  { shown, rarelyShown, notShown, notRecorded, further }: HeldFindings,
  { appendices, sessions, areNamed = false }: FindingsAppendix = { appendices: [], sessions: [] },
): string {
  const [head, verb] = areNamed ? [NAMED_HEAD, "Measured"] : [RECORDED_HEAD, "Recorded"];
  return [
    ...head,
    ...shown.flatMap((held, i) => section(held, `## ${i + 1}.`)),
    ...(rarelyShown.length === 0 ? [] : ["", "## Shown by fewer than half of the sessions"]),
    ...rarelyShown.flatMap((held, i) => section(held, `### ${shown.length + i + 1}.`)),
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
          Object.keys(reads).map((name) => `${name} ${readings[name].text}`).join(", ")
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
