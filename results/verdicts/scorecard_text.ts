/**
 * Scorecard as text for the terminal.
 *
 * @module
 */
import { type Verdict, VERDICTS } from "../row.ts";
import { evidenceWords, LOSSES, type Scorecard } from "./scorecard.ts";

/** Headings of the columns; eight of them leave room for paper and evidence in 80 columns. */
const HEADINGS: Readonly<Record<Verdict, string>> = {
  "differs": "differ",
  "analogue-contradicts": "a-con",
  "inconclusive": "open",
  "reproduced": "repro",
  "analogue-supports": "a-sup",
  "holds": "holds",
  "out-of-regime": "out",
  "not-run": "not run",
};

/** Width of a column, a space before it included. */
const columnWidth = (verdict: Verdict): number => Math.max(4, HEADINGS[verdict].length) + 1;

const REMARK =
  "a-con, a-sup: contradicted, supported by an analogue, a GPU claim measured on something else. open: " +
  "inconclusive. holds: by construction. out: out of regime, not to be asked here. Kinds of evidence are never " +
  "added up: a simulation is no measurement, and a stand-in is not the paper's graph.";

const RED = "\x1b[31m";
const BOLD = "\x1b[1m";
const PLAIN = "\x1b[0m";

/** Folds a text to lines of at most `width` characters; a longer word is cut and has a line of its own. */
export function fold(text: string, width: number): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const line = lines[lines.length - 1];
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= width || line === "") lines[lines.length - 1] = longer.slice(0, width);
    else lines.push(word.slice(0, width));
  }
  return lines;
}

/** Number of lines of evidence that a terminal shows for one claim. */
const EVIDENCE_LINES = 6;

/** First lines of evidence; a claim over many cells has hundreds. */
function shortened(lines: readonly string[]): readonly string[] {
  if (lines.length <= EVIDENCE_LINES) return lines;
  return [...lines.slice(0, EVIDENCE_LINES - 1), "... (the rest: report.html, claims.csv)"];
}

/** Text without control characters, so that no name of a dataset or suite can control the terminal. */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}

/**
 * Renders a scorecard for the terminal, at most 80 columns wide: a line for each paper and kind of evidence,
 * then the claims that did not hold, then the published numbers. Colours only on request (not under NO_COLOR,
 * nor into a file).
 */
export function renderScorecard(card: Scorecard, options: { readonly color?: boolean } = {}): string {
  const paint = (code: string, text: string) => options.color ? `${code}${text}${PLAIN}` : text;
  const lines = [
    paint(
      BOLD,
      row(
        "paper",
        "evidence",
        VERDICTS.map((verdict) => HEADINGS[verdict].padStart(columnWidth(verdict))),
      ),
    ),
  ];
  for (const { paper, evidence } of card) {
    evidence.forEach((group, index) => {
      const cells = VERDICTS.map((verdict) => {
        const count = group.counts[verdict];
        const cell = (count === 0 ? "." : String(count)).padStart(columnWidth(verdict));
        return count > 0 && LOSSES.includes(verdict) ? paint(RED, cell) : cell;
      });
      lines.push(row(index === 0 ? paper : "", evidenceWords(group), cells));
    });
  }
  lines.push(...fold(REMARK, 80));
  const losses = card.flatMap((score) => score.losses);
  if (losses.length > 0) lines.push("", paint(BOLD, "Did not hold:"));
  for (const claim of losses) {
    lines.push(paint(RED, `  ${claim.verdict}  ${printable(claim.claim_id)}`.slice(0, 80)));
    lines.push(...fold(printable(claim.statement), 74).map((line) => `    ${line}`));
    lines.push(
      ...shortened(fold(printable(claim.evidence || claim.reason), 74)).map((line) => `    ${line}`),
    );
  }
  const published = card.filter((score) => score.published.total > 0);
  if (published.length > 0) lines.push("", paint(BOLD, "Published numbers:"));
  for (const { paper, published: { total, joined, judgements, reasons } } of published) {
    const words = (counts: Readonly<Record<string, number>>) =>
      Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");
    const beside = `${joined} of ${total} have a measured one beside them${
      joined > 0 ? ` (${words(judgements)})` : ""
    }`;
    const rest = joined < total ? `; not: ${words(inWords(withSuitesTogether(reasons)))}` : "";
    lines.push(
      ...fold(printable(`${paper}: ${beside}${rest}`), 76).map((line, i) => (i === 0 ? "  " : "    ") + line),
    );
  }
  return lines.map((line) => line.trimEnd()).join("\n") + "\n";
}

/** Reasons of the tables of published numbers, in words behind a count; first those behind 1. */
const REASON_WORDS: Readonly<Record<string, string | readonly [one: string, several: string]>> = {
  "setting": ["setting of the paper", "settings of the paper"],
  "duplicate-of": "printed more than once",
  "worked-example": ["example of the text", "examples of the text"],
  "other-hardware": "of the authors' hardware",
  "data-missing": "of data that are not published",
  "suite-missing": "that no suite measures",
};

function inWords(reasons: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(reasons).map(([reason, count]) => {
      const words = REASON_WORDS[reason] ?? reason;
      return [typeof words === "string" ? words : words[count === 1 ? 0 : 1], count];
    }),
  );
}

/** Suites that did not run are named up to this number; of more, their numbers are added up. */
const MOST_SUITES_NAMED = 3;

/** Counts by reason, with one reason for all suites that did not run where they are many. */
function withSuitesTogether(reasons: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const all = Object.entries(reasons), suites = all.filter(([reason]) => /^\S+ did not run\b/.test(reason));
  if (suites.length <= MOST_SUITES_NAMED) return reasons;
  const sum = suites.reduce((total, [, count]) => total + count, 0);
  const others = all.filter((each) => !suites.includes(each));
  return Object.fromEntries([[`in ${suites.length} suites that did not run`, sum], ...others]);
}

/** One line of the table: 31 columns of words and 49 of numbers. */
function row(paper: string, evidence: string, cells: readonly string[]): string {
  return `${printable(paper).slice(0, 11).padEnd(11)} ${evidence.slice(0, 19).padEnd(19)}${cells.join("")}`;
}
