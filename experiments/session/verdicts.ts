/**
 * Judgement of a session's rows, as two tables: every claim with its verdict, and every published number with
 * the measured one beside it.
 *
 * @module
 */
import {
  type ClaimEvidence,
  type ClaimPart,
  openPart,
  type Premise,
  type Tier,
  weakestDatasetKind,
} from "../../results/verdicts/evidence.ts";
import type { ClaimRow, ComparisonRow, Row, Sample } from "../../results/row.ts";
import type { JournalEntry } from "../../results/store/journal.ts";
import { judgeClaims } from "../../results/verdicts/verdict.ts";
import { readClaims } from "../claims/claims_table.ts";
import { TOY_TIMES } from "../claims/smoke.ts";
import { MeasuredRows } from "../claims/measured_rows.ts";
import { EvidenceMissing, SuiteEvidence } from "../claims/suite_evidence.ts";
import { metricTexts } from "../metrics.ts";
import type { Paper } from "../paper.ts";
import { type Condition, premiseOf } from "../premises/condition.ts";
import { LONG_CALLS } from "../premises/quantities.ts";
import { remedyCost } from "../premises/remedy.ts";
import { PROFILES } from "../profiles.ts";
import {
  convert,
  formatConfig,
  isDimensionless,
  joinPublished,
  judgedCells,
  judgePublished,
  type PublishedKey,
  type PublishedRow,
  readPublished,
  shownReason,
} from "../published/mod.ts";
import { cellName } from "../cell.ts";
import { type ClaimRule, paperOf, type Suite } from "../suite.ts";

/** Rows and samples that a session has measured so far, with the conditions of the measurement. */
export interface SessionRows {
  /** Name of the session, copied into every row. */
  readonly session: string;
  /** Fixes the bootstrap's draws. */
  readonly seed: number;
  /** Rows of every cell's last attempt. */
  readonly rows: readonly Row[];
  /** Samples of the same attempts; ratios are paired from them. */
  readonly samples: readonly Sample[];
  /** Finished comparisons, which name the run that measured them; unknown when absent. */
  readonly journal?: readonly JournalEntry[];
  /** Half-width of the A/A run, as a ratio. */
  readonly smallestDifference: number;
  /** Milliseconds of a call that computes nothing; absent where it was not measured. */
  readonly callMs?: number;
  /** `wasm`, `x86` or `webgpu`. */
  readonly backend: string;
  /** `software` where a GPU is emulated, `none` on the CPU. */
  readonly adapterKind: Row["adapter_kind"];
  /** `smoke`, `standard` or `paper`; times of a smoke run decide no claim. */
  readonly profile: string;
}

/** Judges every claim of these papers. Holm's correction runs over all of them together. */
export function decideClaims(
  papers: readonly Paper[],
  suites: readonly Suite[],
  measured: SessionRows,
): ClaimRow[] {
  const rules = new Map(
    suites.flatMap((suite) => suite.claims.map((rule) => [rule.claimId, { rule, suite }] as const)),
  );
  const rows = Map.groupBy(measured.rows, ({ suite }) => suite);
  const samples = Map.groupBy(measured.samples, ({ cell }) => cell.slice(0, cell.indexOf(":")));
  const claims = papers.flatMap((paper) => readClaims(paper).map((claim) => ({ paper, claim })));
  const family = claims.map(({ paper, claim }): ClaimEvidence => {
    const measuring = {
      claim: { ...claim, claim_id: claim.claimId },
      backend: measured.backend,
      adapterKind: measured.adapterKind,
      printedFor: paper.device ?? "gpu",
    };
    const known = rules.get(claim.claimId);
    if (known === undefined) return { ...measuring, parts: [], reason: "no suite decides it" };
    const { id } = known.suite, { reads = [] } = known.rule;
    if (!rows.has(id)) return { ...measuring, parts: [], reason: notRunWords(known.suite, measured) };
    try {
      const { callMs, smallestDifference, journal = [] } = measured, suites = [id, ...reads];
      const evidence = new SuiteEvidence(id, {
        rows: suites.flatMap((each) => rows.get(each) ?? []),
        samples: suites.flatMap((each) => samples.get(each) ?? []),
        reads,
        journal,
        smallestDifference,
        ...(callMs !== undefined && { callMs }),
      }, measured.seed);
      const turns = turnsOf(known.rule, evidence);
      const outside = (premise: Premise): ClaimEvidence => {
        const cost = remedyCost(premise.elsewhere, { workloads: known.suite.workloads, rows: rows.get(id)! });
        const elsewhere = cost === "" ? premise.elsewhere : `${premise.elsewhere} (${cost})`;
        return { ...measuring, ...turns, parts: [], premise: { ...premise, elsewhere } };
      };
      // What a premise reads decides nothing: it may be a policy's where the system itself is compared.
      const asked = (conditions: readonly Condition[]) =>
        evidence.aside(() => premiseOf(conditions, evidence));
      const stated = known.rule.premise && asked(known.rule.premise);
      if (stated?.met === false) return outside(stated);
      const parts = known.rule.decide(evidence), { analogue, onStandIns, standsFor } = known.rule;
      if (evidence.checksCode && claim.tier !== "by-construction") {
        throw new TypeError(`${claim.claimId} compares times as exact values: state a quantity`);
      }
      // The times that a rule reads, by which calls are long or not, are known once it has decided.
      const conditions = premiseConditions(known.rule, claim.tier);
      const premise = conditions.length > 0 ? asked(conditions) : undefined;
      if (premise?.met === false) return outside(premise);
      return {
        ...measuring,
        // Beside a GPU ranks are CPU threads.
        ...(evidence.readCpu && { backend: evidence.readCpu, adapterKind: "none" }),
        ...turns,
        // A claim about a named system is decided only by that system.
        ...(claim.tier === "peer" && evidence.readPolicy ? { policy: true } : {}),
        ...(premise && { premise }),
        ...(standsFor !== undefined && { standsFor }),
        ...(onStandIns && weakestDatasetKind(parts.map(({ datasetKind }) => datasetKind)) === "stand-in"
          ? { analogue: onStandIns }
          : {}),
        ...(analogue !== undefined && { analogue }),
        parts: measured.profile === "smoke" ? parts.map((part) => withoutTimes(part, claim.tier)) : parts,
      };
    } catch (error) {
      if (!(error instanceof EvidenceMissing)) throw error;
      return { ...measuring, parts: [], reason: error.message };
    }
  });
  return judgeClaims(family, { session: measured.session });
}

/**
 * Reason of a claim whose suite did not run; where the suite runs only when named, with the command that adds
 * it to this session.
 */
function notRunWords(
  { id, group, onlyWhenNamed }: Suite,
  { session, profile }: Pick<SessionRows, "session" | "profile">,
): string {
  if (!onlyWhenNamed) return `${id} did not run`;
  const asked = profile === "standard" ? "" : ` --profile ${profile}`;
  return `${id} did not run: deno task repro ${group ?? id} --session ${session}${asked}`;
}

/** Value at which a claim turns; nothing where its rows are not there. */
function turnsOf(rule: ClaimRule, evidence: SuiteEvidence): { readonly turns?: string } {
  try {
    return rule.turns ? { turns: rule.turns(evidence) } : {};
  } catch (error) {
    if (!(error instanceof EvidenceMissing)) throw error;
    return {};
  }
}

/** Conditions of a claim's premise, as its table has them. */
export function premiseConditions({ premise }: Pick<ClaimRule, "premise">, tier: Tier): readonly Condition[] {
  return premise ?? (isAboutTime(tier) ? [LONG_CALLS] : []);
}

const isAboutTime = (tier: Tier) => tier.startsWith("time-") || tier === "peer";

/** Reason for which a published number is only shown in a smoke run. */
const TOY_NUMBER = "a number at smoke sizes";

/** Reason for which the number of a policy is only shown beside that of the system that it stands for. */
const POLICY_NUMBER = "a policy's number; the system itself was measured, too";

/** Reason for which a published number is only shown where a GPU is emulated. */
const EMULATED_NUMBER = "measured on a software adapter";

/** The same part of a claim, or an open part where the part rests on times of a smoke run. */
function withoutTimes(part: ClaimPart, tier: Tier): ClaimPart {
  const isTime = part.kind === "timed" || (part.kind === "exact" && isAboutTime(tier));
  return isTime ? openPart(part, TOY_TIMES) : part;
}

/** A cell that measures something a paper prints. */
export interface DeclaredCell {
  /** Paper whose number the cell measures. */
  readonly paper: string;
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** `<suite>:<workload>:<contender>`. */
  readonly cell: string;
  /** Metric as the suite names it; the published name may differ. */
  readonly metric: string;
  /** Published columns that the cell reproduces. */
  readonly key: PublishedKey;
  /** Cell of the system itself, where this one is of a policy that stands for it. */
  readonly standsFor?: string;
}

/** Cells of these suites that measure a published number, whether they have been measured or not. */
export function declaredCells(suites: readonly Suite[]): DeclaredCell[] {
  return suites.flatMap((suite) =>
    suite.workloads(PROFILES.standard).flatMap((workload) =>
      suite.contenders.flatMap((contender) =>
        metricTexts(suite.metrics).flatMap(({ id: metric }) => {
          const key = suite.publishedAs?.(workload, contender, metric);
          const cell = cellName(suite, workload, contender);
          if (key === undefined) return [];
          const system = key.standsFor !== undefined && cellName(suite, workload, { id: key.standsFor });
          const standsFor = system ? { standsFor: system } : {};
          return [{ paper: paperOf(suite), suite: suite.id, cell, metric, key, ...standsFor }];
        })
      )
    )
  );
}

/** Every published row of these papers beside its measured cells, or with the reason why there are none. */
export function comparePublished(
  papers: readonly Paper[],
  suites: readonly Suite[],
  measured: SessionRows,
): ComparisonRow[] {
  const rows = new Map(measured.rows.map((row) => [`${row.cell}\n${row.metric}`, row]));
  const exact = new Set(suites.flatMap(({ id, measurement }) => measurement.kind === "exact" ? [id] : []));
  const suiteRows = new Map(
    [...Map.groupBy(measured.rows, ({ suite }) => suite)].map(([suite, own]) =>
      [suite, new MeasuredRows(suite, { rows: own, samples: [] })] as const
    ),
  );
  const { entries } = joinPublished(papers.flatMap(readPublished), declaredCells(suites));
  return entries.flatMap(({ row: published, cells }): ComparisonRow[] => {
    const unjoined: ComparisonRow = {
      session: measured.session,
      paper: published.paper,
      artifact: published.artifact,
      published_id: published.claimId,
      metric: published.metric,
      unit: published.unit,
      dataset: published.dataset,
      model: published.model,
      system: published.system,
      config: formatConfig(published.config),
      relation: published.relation,
      published: published.value,
      measured: undefined,
      ci_lo: undefined,
      ci_hi: undefined,
      source: "",
      cell: "",
      dataset_kind: "",
      judgement: "",
      reason: published.reason,
      n: undefined,
    };
    if (cells.length === 0) return [unjoined];
    const isMeasured = (cell: string, metric: string) => rows.get(`${cell}\n${metric}`)?.status === "ok";
    const systems = new Set(cells.map(({ standsFor }) => standsFor));
    // A system itself that was not measured is no number that is missing: its policy stands for it.
    const asked = cells.filter(({ cell, metric }) => !systems.has(cell) || isMeasured(cell, metric));
    const beside = asked.map(({ suite, cell, metric, standsFor, key }): ComparisonRow => {
      const row = rows.get(`${cell}\n${metric}`) ?? rows.get(`${cell}\ntime`);
      if (row === undefined) return { ...unjoined, cell, reason: `${suite} did not run` };
      if (row.status !== "ok" || row.metric !== metric || row.median === undefined) {
        const reason = row.status === "ok" ? `${metric} was not measured` : `${row.status}: ${row.reason}`;
        return { ...unjoined, cell, dataset_kind: row.dataset_kind, reason };
      }
      // Counts and models have no clock.
      const isTimed = row.source === "measured" && !exact.has(row.suite);
      const resolution = isTimed ? measured.smallestDifference : 0;
      const columns = besideMeasured(published, { ...row, median: row.median }, resolution);
      const stands = standsFor === undefined || !isMeasured(standsFor, metric);
      const unfit = unfitBecause(published, row, { ...measured, exact, suiteRows }) ??
        (stands ? shownReason(key, published.claimId) : POLICY_NUMBER);
      const shown = unfit !== undefined && columns.judgement !== "shown";
      return { ...unjoined, cell, ...columns, ...(shown ? { judgement: "shown", reason: unfit } : {}) };
    });
    const aside = new Set(asked.flatMap(({ key }) => shownReason(key, published.claimId) ?? [])).add(
      POLICY_NUMBER,
    );
    return onlyExtreme(published, beside, aside);
  });
}

/**
 * Reason for which a measured number is no match for a published one, whatever its size; undefined where it
 * is one. `exact` are the ids of the suites that have no clock.
 */
function unfitBecause(
  published: PublishedRow,
  row: Row,
  { profile, adapterKind, exact, suiteRows }: Pick<SessionRows, "profile" | "adapterKind"> & {
    readonly exact: ReadonlySet<string>;
    readonly suiteRows: ReadonlyMap<string, MeasuredRows>;
  },
): string | undefined {
  // Answers of the one table that prints some rest on times.
  if (!isDimensionless(published) && published.unit !== "label") return undefined;
  if (profile === "smoke") return TOY_NUMBER;
  const { suite, source } = row;
  if (source !== "measured" || exact.has(suite) || OF_LABELS.has(published.metric)) return undefined;
  return adapterKind === "software" ? EMULATED_NUMBER : suiteRows.get(suite)!.waitingFor(row);
}

/**
 * A printed bound speaks of its best case ("from" and "at least" of the worst) alone: the other cells of it
 * are shown, and those that stand aside for one of these reasons are none of its cases. Where some were not
 * measured, theirs may be the extreme one.
 */
function onlyExtreme(
  published: PublishedRow,
  rows: readonly ComparisonRow[],
  aside: ReadonlySet<string>,
): ComparisonRow[] {
  const candidates = rows.flatMap((row) =>
    row.measured === undefined || aside.has(row.reason) ? [] : [{ row, value: row.measured }]
  );
  const judged = new Set(judgedCells(published, candidates).map(({ row }) => row));
  const missing = rows.filter(({ measured }) => measured === undefined).length, { relation } = published;
  const isBound = relation !== "eq" && relation !== "approx";
  return rows.map((row) => {
    if (row.measured === undefined || row.judgement === "shown") return row;
    if (!judged.has(row)) {
      return { ...row, judgement: "shown", reason: `printed for the ${relation} of these cells` };
    }
    if (!isBound || missing === 0) return row;
    const reason = `the ${relation} of ${rows.length} cells, of which ${missing} were not measured`;
    return { ...row, judgement: "undecided", reason };
  });
}

/** Published metrics that labels decide. */
const OF_LABELS: ReadonlySet<string> = new Set(["test_accuracy", "accuracy_gain", "epochs_to_accuracy"]);

/**
 * The measured columns in the published unit, and the judgement. Counts of a stand-in are not those of the
 * real graph, and accuracies on its labels are none of the real ones'.
 */
function besideMeasured(
  published: PublishedRow,
  row: Row & { readonly median: number },
  resolution: number,
): Partial<ComparisonRow> {
  const scale = published.unit === row.unit
    ? 1
    : convert(1, row.unit).value / convert(1, published.unit).value;
  const inUnit = (value: number | undefined) => value === undefined ? undefined : value * scale;
  const columns = {
    measured: row.median * scale,
    ci_lo: inUnit(row.ci_lo),
    ci_hi: inUnit(row.ci_hi),
    source: row.source,
    dataset_kind: row.dataset_kind,
    n: row.n,
  };
  if (published.isCount && row.dataset_kind === "stand-in") {
    return { ...columns, judgement: "shown", reason: `a count of the stand-in ${row.dataset}` };
  }
  if (OF_LABELS.has(published.metric) && row.dataset_kind === "stand-in") {
    return { ...columns, judgement: "shown", reason: `labels of the stand-in ${row.dataset} are planted` };
  }
  // Too few rounds leave an interval without ends, which decides nothing.
  if (![row.median, row.ci_lo ?? 0, row.ci_hi ?? 0].every(Number.isFinite)) {
    return { ...columns, ci_lo: undefined, ci_hi: undefined, judgement: "undecided", reason: row.reason };
  }
  const interval = row.ci_lo === undefined || row.ci_hi === undefined
    ? {}
    : { ci: [row.ci_lo, row.ci_hi] as const };
  const { judgement, reason } = judgePublished(published, {
    value: row.median,
    unit: row.unit,
    resolution,
    ...interval,
  });
  return { ...columns, judgement, reason };
}
