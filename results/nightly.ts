/**
 * The verb `nightly`: runs the suites, looks for steps, rebuilds the site and writes a summary of a few
 * lines.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { writeFileDurably } from "../platform/files/durable_files.ts";
import { EXIT } from "../platform/errors.ts";
import { stepSize, type SuiteChange } from "./dashboard/change_table.ts";
import { allChanges } from "./dashboard/index_page.ts";
import { buildDashboard, refuseForeignSite, siteFolder } from "./dashboard/site.ts";
import type { Judge } from "./verdicts/judge.ts";
import { type DisturbedCount, disturbedText } from "./others_load.ts";
import type { SessionHistory } from "./history/session_history.ts";
import { type StepRules, WARM_UP } from "./history/step_detection.ts";
import { trackKey, trackLabel } from "./history/track.ts";
import { counted } from "../platform/text/plural.ts";
import { formatDate, formatSeconds } from "../platform/text/time.ts";
import { formatNumber, formatShare } from "../platform/text/number.ts";
import { formatUnit } from "../platform/text/unit.ts";
import { contenderLabel, labelInSentence, metricLabel } from "./report/suite_label.ts";
import { isQuotient, isTimed } from "./row.ts";
import type { SessionDocument } from "./store/session_document.ts";

/** Outcome of a night's run. */
export interface NightlyRun {
  /** Name of the session. */
  readonly session: string;
  /** Whether a check failed, or nothing was measured. */
  readonly failed: boolean;
  /** Comparisons that did not fit into a budget; 0 when absent. */
  readonly left?: number;
  /** Whether no comparison ended within the budget; false when absent. */
  readonly empty?: boolean;
  /** Comparisons that other programs disturbed; none when absent. */
  readonly disturbed?: DisturbedCount;
}

/** Options of {@linkcode nightly}. */
export interface NightlyOptions {
  /** Folder of session folders; the new session goes there. */
  readonly root: string;
  /** Runs the suites into a new session of `root`. */
  readonly run: () => Promise<NightlyRun>;
  /** Folder of the site; by default `site` within `root`. */
  readonly site?: string;
  /** Path of the summary; by default `nightly.md` within the site. */
  readonly summary?: string;
  /** Rules of the step detection. */
  readonly rules?: StepRules;
  /** Judges sessions anew for the site; the verdicts of their day stand when absent. */
  readonly judge?: Judge;
  /** Aborts the building of the site; the run uses the same signal. */
  readonly signal?: AbortSignal;
}

/** Outcome of a nightly run. */
export interface NightlyResult {
  /** The new session. */
  readonly session: string;
  /** Steps that this session confirmed. */
  readonly confirmed: readonly SuiteChange[];
  /** Steps that this session showed and that await another night. */
  readonly unconfirmed: readonly SuiteChange[];
  /** Text of the summary, in Markdown. */
  readonly markdown: string;
  /** Path of the summary. */
  readonly summary: string;
  /** Path of the site's first page. */
  readonly index: string;
  /** Exit code: 1 where a check failed, a regression was confirmed or the session cannot be read, else 0. */
  readonly exitCode: number;
}

/** Greatest number of steps of a kind in a summary; the site lists all. */
const MOST_LISTED = 20;

/** Greatest number of sessions that a sentence names. */
const MOST_NAMED = 2;
/** Share of timed cells that, stepping together, point to the machine rather than to a kernel. */
const TOGETHER = 0.5;
/** Least number of histories for a statement about the machine. */
const FEWEST_TOGETHER = 8;

/**
 * Text that Markdown takes literally, on a single line. A summary is also read as it is, in a mail: what only
 * begins a list, or ends a link whose brackets are escaped, stays bare elsewhere.
 */
function plain(text: string): string {
  // deno-lint-ignore no-control-regex
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, " ");
  return line.replace(/[\\`*_{}[\]<>#|~&]|^[-+]/g, "\\$&");
}

function changeLine({ history: { suite }, change }: SuiteChange): string {
  const { series: { head, workload }, step } = change;
  const level = (value: number) => `${formatNumber(value)} ${formatUnit(head.unit)}`.trim();
  const what = `${metricLabel(suite, head.metric)} of ${
    labelInSentence(contenderLabel(suite, head.contender))
  }`;
  return `- ${plain(what)} ${stepSize(change)}: ${level(step.before)} to ${level(step.after)} (${
    plain(suite.id)
  }, ${plain([head.dataset, workload].filter(Boolean).join(", "))})`;
}

function section(title: string, changes: readonly SuiteChange[]): string[] {
  if (changes.length === 0) return [];
  const left = changes.length - MOST_LISTED;
  return [
    `## ${title}`,
    "",
    ...changes.slice(0, MOST_LISTED).map(changeLine),
    ...(left > 0 ? [`- ${counted(left, "more is", "more are")} on the site`] : []),
    "",
  ];
}

/** Sentence for a night on which most timed cells of the session stepped at once. */
function togetherLines(
  history: SessionHistory,
  confirmed: readonly SuiteChange[],
  session: number,
): string[] {
  const timed = history.suites.flatMap(({ suite, series }) =>
    series.filter(({ head, sessions }) =>
      isTimed(head) && !isQuotient(head) && sessions[sessions.length - 1] === session &&
      suite.metrics.some(({ id, better }) => id === head.metric && better !== "neither")
    )
  );
  const moved = confirmed.filter(({ change: { series: { head } } }) => isTimed(head) && !isQuotient(head));
  if (timed.length < FEWEST_TOGETHER || moved.length < TOGETHER * timed.length) return [];
  return [
    `${moved.length} of ${timed.length} timed cells stepped together: look at the machine (clock, driver, load) before the kernels.`,
    "",
  ];
}

/** Sentence on sessions of the same history that are dated after the night's: a clock was wrong. */
function laterLines(later: readonly SessionDocument[]): string[] {
  if (later.length === 0) return [];
  const names = later.slice(0, MOST_NAMED).map(({ session, created }) =>
    `${plain(session)} of ${formatDate(created)}`
  );
  const more = later.length - names.length;
  return [
    `Dated after this night: ${names.join(", ")}${
      more > 0 ? ` and ${more} more` : ""
    }. A clock was wrong, and ` +
    "the history, which is in the order of dates, ends with them: move folders of wrong dates away.",
    "",
  ];
}

/** Sentences on what the night could not see: for want of time, or of nights before it. */
function unseenLines({ left = 0, empty }: NightlyRun, before: number, warmUp: number): string[] {
  return [
    ...(left > 0 ? [`${counted(left, "comparison")} did not fit into the budget.`, ""] : []),
    ...(before < warmUp && !empty
      ? [
        `Too early for steps in times: they are told from noise where ${warmUp} sessions on this device and ` +
        "profile came before.",
        "",
      ]
      : []),
  ];
}

/** Sentence on the comparisons that other programs disturbed; none where there are none. */
function disturbedLines({ disturbed }: NightlyRun): string[] {
  const text = disturbed && disturbedText(disturbed);
  return text === undefined
    ? []
    : [`Other programs disturbed ${text}: times of these are longer and less steady.`, ""];
}

/** Renders the summary of a session as Markdown. */
function nightlySummary(
  history: SessionHistory,
  options: NightlyRun & { readonly warmUp: number },
): Pick<NightlyResult, "confirmed" | "unconfirmed" | "markdown"> {
  const at = history.sessions.findLastIndex(({ document }) => document.session === options.session);
  const document = history.sessions[at]?.document;
  const changes = allChanges(history);
  const confirmed = changes.filter(({ change }) => change.confirmed === at);
  const unconfirmed = changes.filter(({ change }) => change.confirmed === undefined && change.session === at);
  const of = (kind: string) => confirmed.filter(({ change }) => change.kind === kind);
  const regressions = of("regression");
  const alike = (entries: SessionHistory["sessions"]) =>
    entries.map((entry) => entry.document).filter((other) =>
      document !== undefined && trackKey(other) === trackKey(document)
    );
  const before = alike(history.sessions.slice(0, Math.max(at, 0))).length;
  const answer = document === undefined
    ? "its session cannot be read"
    : regressions.length > 0
    ? `${counted(regressions.length, "regression")} confirmed`
    : options.empty
    ? "nothing was measured"
    : options.failed
    ? "a check failed"
    : "no regression";
  const lines = [
    `# ${plain(options.session)}: ${answer}`,
    "",
    ...(document === undefined ? [] : [
      `${plain(trackLabel(document))}, ${counted(before, "session")} before it, ${
        formatSeconds(document.seconds)
      }${
        document.calibration
          ? `, sees differences above ${formatShare(document.calibration.smallestDifference)}`
          : ""
      }.`,
      "",
    ]),
    ...(document === undefined ? ["The first page of the site says why.", ""] : []),
    ...(options.failed && !options.empty
      ? ["**A check or an algebraic claim failed: see the session's report.**", ""]
      : []),
    ...(document === undefined ? [] : unseenLines(options, before, options.warmUp)),
    ...disturbedLines(options),
    ...laterLines(at < 0 ? [] : alike(history.sessions.slice(at + 1))),
    ...togetherLines(history, confirmed, at),
    ...section("Regressions", regressions),
    ...section("Improvements", of("improvement")),
    ...section("Other steps", of("change")),
    ...section("Await another night", unconfirmed),
  ];
  return { confirmed, unconfirmed, markdown: lines.join("\n").trimEnd() + "\n" };
}

/** Summary of a night that has begun; it stands for good where the night dies. */
function begunSummary(): string {
  return [
    `# Night begun at ${new Date().toISOString().slice(0, 19)}Z, has not ended`,
    "",
    "It still runs, or it has died: the output of `deno task nightly` says why.",
    "",
  ].join("\n");
}

/**
 * Runs one night: the suites into a new session, the site over all sessions, and the summary. The exit code
 * is 1 where the night confirmed a regression or a check failed. A step is confirmed by its second night, so
 * that one noisy night raises no alarm and a regression raises one alarm only. Until the night has ended, its
 * summary says so, in place of that of the night before.
 *
 * @throws {UsageError} The site's folder has a first page of somebody else; nothing has run then.
 */
export async function nightly(options: NightlyOptions): Promise<NightlyResult> {
  const { site = siteFolder(options.root) } = options;
  const { summary = join(site, "nightly.md") } = options;
  await refuseForeignSite(site);
  await Deno.mkdir(dirname(summary), { recursive: true });
  await writeFileDurably(summary, begunSummary());
  const run = await options.run(), { session, failed } = run;
  const { index, history } = await buildDashboard({
    root: options.root,
    out: site,
    ...(options.rules === undefined ? {} : { rules: options.rules }),
    ...(options.judge === undefined ? {} : { judge: options.judge }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const result = nightlySummary(history, { ...run, warmUp: options.rules?.warmUp ?? WARM_UP });
  await writeFileDurably(summary, result.markdown);
  const regressed = result.confirmed.some(({ change }) => change.kind === "regression");
  const isRead = history.sessions.some(({ document }) => document.session === session);
  const exitCode = failed || regressed || !isRead ? EXIT.failed : EXIT.ok;
  return { session, ...result, summary, index, exitCode };
}
