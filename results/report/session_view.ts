/**
 * View of a session for the report's sections: its contents with the rows that count, sorted by paper and
 * artifact.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import type { ClaimRow, ComparisonRow, Row } from "../row.ts";
import type { ChangedVerdict } from "../verdicts/changed_verdicts.ts";
import { type Scorecard, scorecard } from "../verdicts/scorecard.ts";
import { type SentinelDrift, sentinelDrift } from "../sentinel.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { PaperText, SessionDocument, SuiteText } from "../store/session_document.ts";
import { countingEntries, countingRows, type RefusedRepeat, refusedRepeats } from "../store/counting_rows.ts";
import type { SessionContents } from "../store/store.ts";
import { type Plot, suitePlots } from "./plots/plot.ts";
import { publishedPlots } from "./plots/published/published_plot.ts";

/** A suite with the rows that count. */
export interface SuiteView {
  /** Suite as written into the session. */
  readonly suite: SuiteText;
  /** Rows that count. */
  readonly rows: readonly Row[];
  /** Repeats of its comparisons that were refused, and whose earlier results count. */
  readonly refused: readonly RefusedRepeat[];
  /** Plots that the suite specifies. */
  readonly plots: readonly Plot[];
}

/** A table or figure of a paper. */
export interface ArtifactView {
  /** Number in the paper: `Figure 8`. */
  readonly artifact: string;
  /** Anchor on the page. */
  readonly id: string;
  /** Suites of this session, in the order of the document; empty for an artifact that was not run. */
  readonly suites: readonly SuiteView[];
  /** Claims about the artifact. */
  readonly claims: readonly ClaimRow[];
  /** Plots of published numbers with measured ones beside them. */
  readonly published: readonly Plot[];
  /** Published numbers of the artifact. */
  readonly comparisons: readonly ComparisonRow[];
}

/** A paper with its artifacts. */
export interface PaperView {
  /** The paper as written into the session. */
  readonly paper: PaperText;
  /** Anchor on the page. */
  readonly id: string;
  /** Artifacts in the order of the suites, then of the claims; those that decide nothing come last. */
  readonly artifacts: readonly ArtifactView[];
}

/** A session as the report shows it. */
export interface SessionView {
  /** Content of session.json. */
  readonly document: SessionDocument;
  /** Rows that count, of all suites. */
  readonly rows: readonly Row[];
  /** All published numbers. */
  readonly comparisons: readonly ComparisonRow[];
  /** All claims. */
  readonly claims: readonly ClaimRow[];
  /** Claims that the rules of this program decide otherwise; none where nothing judges them anew. */
  readonly changed: readonly ChangedVerdict[];
  /** Counts of published numbers and claims. */
  readonly scorecard: Scorecard;
  /** Papers in the order of the document. */
  readonly papers: readonly PaperView[];
  /** Drift of the machine; absent where nothing was timed, and in sessions without readings. */
  readonly sentinel?: SentinelDrift;
  /** Finished comparisons that count, with the load of other programs during each. */
  readonly journal: readonly JournalEntry[];
  /** Greatest number of rows in a table. */
  readonly limit: number;
}

/**
 * Least limit of values in a plot, even where tables show fewer: a plot of only some contenders would
 * mislead.
 */
const PLOT_VALUES = 200;

/** Sorts artifacts that decide nothing and draw nothing, such as the statistics of datasets, to the end. */
function decidingFirst(artifacts: readonly ArtifactView[]): readonly ArtifactView[] {
  const decides = ({ claims, suites }: ArtifactView) =>
    claims.length > 0 || suites.some(({ suite }) => suite.plots.length > 0);
  return artifacts.toSorted((a, b) => Number(decides(b)) - Number(decides(a)));
}

/** Sorts a session's contents for the report. */
export function viewSession(
  contents: SessionContents,
  limit: number,
  changed: readonly ChangedVerdict[] = [],
): SessionView {
  const { document, comparisons, claims } = contents;
  const rows = countingRows(contents.rows);
  const rowsOf = groupBy(rows, (row) => row.suite);
  const refusedOf = groupBy(refusedRepeats(contents.rows), ({ suite }) => suite);
  const measured = document.suites.map((suite) => ({ suite, rows: rowsOf.get(suite.id) ?? [] }));
  const known = new Map(document.papers.map((paper) => [paper.id, paper]));
  const ids = new Set([
    ...document.papers.map((paper) => paper.id),
    ...[...document.suites, ...claims, ...comparisons].map((item) => item.paper),
  ]);
  const papers = [...ids].map((id, number): PaperView => {
    const suites = document.suites.filter((suite) => suite.paper === id);
    const own = {
      claims: claims.filter((claim) => claim.paper === id),
      comparisons: comparisons.filter((row) => row.paper === id),
    };
    const viewSuite = (suite: SuiteText, artifact: string): SuiteView => {
      const rows = rowsOf.get(suite.id) ?? [];
      const beside = own.comparisons.filter((row) => row.artifact === artifact);
      const { calibration } = document;
      const shared = { suite, rows, comparisons: beside, calibration };
      const plots = suitePlots({ ...shared, limit: Math.max(limit, PLOT_VALUES) });
      return { suite, rows, refused: refusedOf.get(suite.id) ?? [], plots };
    };
    const artifacts = new Set([...suites, ...own.claims, ...own.comparisons].map((item) => item.artifact));
    return {
      paper: known.get(id) ?? { id, title: id, reference: "", url: "", hardware: "" },
      id: `paper-${number + 1}`,
      artifacts: decidingFirst([...artifacts].map((artifact, place): ArtifactView => {
        const beside = own.comparisons.filter((row) => row.artifact === artifact);
        const views = suites.filter((suite) => suite.artifact === artifact)
          .map((suite) => viewSuite(suite, artifact));
        const source = { paper: id, artifact, comparisons: beside, suites: measured };
        return {
          artifact,
          id: `paper-${number + 1}-artifact-${place + 1}`,
          suites: views,
          claims: own.claims.filter((claim) => claim.artifact === artifact),
          published: views.length > 0 ? publishedPlots(source) : [],
          comparisons: beside,
        };
      })),
    };
  });
  const sentinel = sentinelDrift(contents.rows, document.calibration?.smallestDifference ?? 0);
  return {
    document,
    rows,
    comparisons,
    claims,
    changed,
    scorecard: scorecard(claims, comparisons),
    papers,
    journal: countingEntries(contents),
    limit,
    ...(sentinel && { sentinel }),
  };
}
