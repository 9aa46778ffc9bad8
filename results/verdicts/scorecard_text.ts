/**
 * Scorecard as text for the terminal.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { type Verdict, VERDICTS } from "../row.ts";
import { evidenceText, LOSSES, type Scorecard } from "./scorecard.ts";

/** Least and greatest width of lines of text, in characters: longer ones are hard to follow. */
const SHORTEST_LINE = 40, LONGEST_LINE = 100;

/** Headings of the columns; eight of them leave room for paper and evidence in 80 columns. */
const SHORT_HEADINGS: Readonly<Record<Verdict, string>> = {
  "differs": "differ",
  "analogue-contradicts": "a-con",
  "inconclusive": "open",
  "reproduced": "repro",
  "analogue-supports": "a-sup",
  "holds": "holds",
  "out-of-regime": "out",
  "not-run": "not run",
};

/** Width of the columns of paper and evidence. */
const WORDS_WIDTH = 31;

/** Headings that fit into a width: the verdicts' own names where there is room. */
function headingsIn(width: number): ReadonlyMap<Verdict, string> {
  const whole = WORDS_WIDTH + sumOf(VERDICTS, (verdict) => verdict.length + 1);
  return new Map(VERDICTS.map((verdict) => [verdict, width < whole ? SHORT_HEADINGS[verdict] : verdict]));
}

const SHORT_REMARK =
  "a-con, a-sup: contradicted, supported by an analogue, a GPU claim measured on something else. open: " +
  "inconclusive. holds: by construction. out: out of regime, not to be asked here.";
const LONG_REMARK = "analogue: a GPU claim measured on something else. holds: by construction. " +
  "out-of-regime: not to be asked here.";
const EVIDENCE_REMARK =
  "Kinds of evidence are never added up: a simulation is no measurement, and a stand-in is not the paper's " +
  "graph.";

/** Width of a line of text on a terminal of a number of columns. */
export function lineWidth(columns: number): number {
  return Math.max(SHORTEST_LINE, Math.min(LONGEST_LINE, columns));
}

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
 * Renders a scorecard for the terminal: a line for each paper and kind of evidence, then the claims that did
 * not hold, then the published numbers. The table is 80 columns wide, and wider where the terminal has room
 * for the verdicts' own names. Colours only on request (not under NO_COLOR, nor into a file).
 */
export function renderScorecard(
  card: Scorecard,
  options: { readonly color?: boolean; readonly columns?: number } = {},
): string {
  const { columns = 80 } = options, wide = lineWidth(columns), headings = headingsIn(columns);
  // A space before it included.
  const columnWidth = (verdict: Verdict) => Math.max(4, headings.get(verdict)!.length) + 1;
  const paint = (code: string, text: string) => options.color ? `${code}${text}${PLAIN}` : text;
  const lines = [
    paint(
      BOLD,
      row(
        "paper",
        "evidence",
        VERDICTS.map((verdict) => headings.get(verdict)!.padStart(columnWidth(verdict))),
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
      lines.push(row(index === 0 ? paper : "", evidenceText(group), cells));
    });
  }
  const short = headings.get("inconclusive") !== "inconclusive";
  lines.push(...fold(`${short ? SHORT_REMARK : LONG_REMARK} ${EVIDENCE_REMARK}`, wide));
  const losses = card.flatMap((score) => score.losses);
  if (losses.length > 0) lines.push("", paint(BOLD, "Did not hold:"));
  for (const claim of losses) {
    lines.push(paint(RED, `  ${claim.verdict}  ${printable(claim.claim_id)}`.slice(0, wide)));
    lines.push(...fold(printable(claim.statement), wide - 6).map((line) => `    ${line}`));
    lines.push(
      ...shortened(fold(printable(claim.evidence || claim.reason), wide - 6)).map((line) => `    ${line}`),
    );
  }
  const published = card.filter((score) => score.published.total > 0);
  if (published.length > 0) lines.push("", paint(BOLD, "Published numbers:"));
  for (const { paper, published: { total, joined, judgements, reasons } } of published) {
    const text = (counts: Readonly<Record<string, number>>) =>
      Object.entries(counts).map(([name, count]) => `${count} ${name}`).join(", ");
    const beside = `${joined} of ${total} have a measured one beside them${
      joined > 0 ? ` (${text(judgements)})` : ""
    }`;
    const rest = joined < total ? `; not: ${text(spelledReasons(withSuitesTogether(reasons)))}` : "";
    lines.push(
      ...fold(printable(`${paper}: ${beside}${rest}`), wide - 4).map((line, i) =>
        (i === 0 ? "  " : "    ") + line
      ),
    );
  }
  return lines.map((line) => line.trimEnd()).join("\n") + "\n";
}

/** Reasons of the tables of published numbers, in words behind a count; first those behind 1. */
const REASON_TEXTS: Readonly<Record<string, string | readonly [one: string, several: string]>> = {
  "setting": ["setting of the paper", "settings of the paper"],
  "duplicate-of": "printed more than once",
  "worked-example": ["example of the text", "examples of the text"],
  "other-hardware": "of the authors' hardware",
  "data-missing": "of data that are not published",
  "suite-missing": "that no suite measures",
};

function spelledReasons(reasons: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(reasons).map(([reason, count]) => {
      const text = REASON_TEXTS[reason] ?? reason;
      return [typeof text === "string" ? text : text[count === 1 ? 0 : 1], count];
    }),
  );
}

/** Suites that did not run are named up to this number; of more, their numbers are added up. */
const MOST_SUITES_NAMED = 3;

/** Counts by reason, with one reason for all suites that did not run where they are many. */
function withSuitesTogether(reasons: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const all = Object.entries(reasons), suites = all.filter(([reason]) => /^\S+ did not run\b/.test(reason));
  if (suites.length <= MOST_SUITES_NAMED) return reasons;
  const sum = sumOf(suites, ([, count]) => count);
  const others = all.filter((each) => !suites.includes(each));
  return Object.fromEntries([[`in ${suites.length} suites that did not run`, sum], ...others]);
}

/** One line of the table: 31 columns of words, then the numbers. */
function row(paper: string, evidence: string, cells: readonly string[]): string {
  return `${printable(paper).slice(0, 11).padEnd(11)} ${evidence.slice(0, 19).padEnd(19)}${cells.join("")}`;
}
