/**
 * Small sessions for the tests of this folder.
 *
 * @module
 */
import type { ClaimRow, ComparisonRow, Row } from "../../results/row.ts";
import type { JournalEntry } from "../../results/store/journal.ts";
import type { SessionDocument } from "../../results/store/session_document.ts";
import type { FinishedComparison, NewRow } from "../../results/store/store.ts";

/** A session document with one paper and one suite. */
export function sessionDocument(changes: Partial<SessionDocument> = {}): SessionDocument {
  return {
    schema: 3,
    session: "s1",
    created: "2026-01-02T03:04:05Z",
    updated: "2026-01-02T03:09:05Z",
    profile: "smoke",
    seed: 1,
    command: ["repro", "hetu-gnn"],
    device: { backend: "wasm", adapterKind: "none", name: "Some CPU", threads: 2 },
    calibration: {
      smallestDifference: 0.02,
      aaRounds: 13,
      bandwidthGBs: 20,
      gflops: 50,
      sentinelDrift: 0.01,
      timer: "wall",
    },
    environment: { commit: "abc123", "cpu": "Some CPU" },
    papers: [{ id: "hetu-gnn", title: "Hetu-GNN", reference: "2023", url: "", hardware: "Tesla V100" }],
    suites: [{
      id: "hetu-gnn/figure-8",
      paper: "hetu-gnn",
      artifact: "Figure 8",
      title: "Orderings",
      question: "Which ordering makes SpMM fastest?",
      contenders: [{ id: "natural", label: "natural order" }, { id: "rcm", label: "RCM" }],
      baseline: "natural",
      metrics: [
        { id: "time", label: "SpMM time", unit: "ms", better: "lower" },
        { id: "speedup", label: "Speed-up", unit: "x", better: "higher" },
      ],
      plots: [{ metric: "speedup", x: "workload" }],
      settings: { "feature width": "128" },
      notes: [],
      command: "deno task repro hetu-gnn --artifact 'figure 8'",
    }],
    datasets: [],
    seconds: 12,
    finished: true,
    ...changes,
  };
}

/** Journal's line of a comparison of suite `hetu-gnn/figure-8`. */
export function journalEntry(changes: Partial<JournalEntry> = {}): JournalEntry {
  return {
    suite: "hetu-gnn/figure-8",
    workload: "reddit@1/16",
    key: "k",
    attempt: 1,
    rows: 1,
    samples: 0,
    finished: "2026-01-02T03:05:05Z",
    ...changes,
  };
}

/** A row of suite `hetu-gnn/figure-8`. */
export function newRow(changes: Partial<NewRow> = {}): NewRow {
  const suite = changes.suite ?? "hetu-gnn/figure-8";
  const dataset = changes.dataset ?? "reddit@1/16";
  const contender = changes.contender ?? "natural";
  return {
    profile: "smoke",
    suite,
    paper: "hetu-gnn",
    artifact: "Figure 8",
    cell: `${suite}:${dataset}:${contender}`,
    contender,
    vs: "",
    dataset,
    dataset_kind: "stand-in",
    dataset_hash: "0011",
    model: "",
    backend: "wasm",
    adapter_kind: "none",
    threads: 2,
    factors: `ordering=${contender}`,
    metric: "time",
    unit: "ms",
    n: 13,
    median: 4,
    mad: 0.1,
    ci_lo: 3.9,
    ci_hi: 4.1,
    source: "measured",
    timer: "wall",
    roofline_share: 0.4,
    rel_err: 1e-7,
    tolerance: 1e-5,
    checked_rows: 100,
    seed: 1,
    commit: "abc123",
    status: "ok",
    reason: "",
    isa: "simd128",
    webgpu: "",
    ranks: 1,
    ...changes,
  };
}

/** The same as a written row. */
export function writtenRow(changes: Partial<Row> = {}): Row {
  return { ...newRow(changes), schema: 3, session: "s1", attempt: 1, ...changes };
}

/** A comparison with `contenders` rows and `rounds` samples of each. */
export function comparison(
  workload: string,
  options: {
    readonly contenders?: number;
    readonly rounds?: number;
    readonly value?: number;
    readonly text?: string;
  } = {},
): FinishedComparison {
  const { contenders = 2, rounds = 3, value = 1, text = "" } = options;
  const suite = "hetu-gnn/figure-8";
  const rows = Array.from({ length: contenders }, (_, i) => {
    const contender = `c${i}${text}`;
    return newRow({
      contender,
      dataset: workload,
      cell: `${suite}:${workload}:${contender}`,
      median: value + i,
      reason: text,
    });
  });
  const samples = rows.flatMap((row) =>
    Array.from({ length: rounds }, (_, round) => ({
      cell: row.cell,
      metric: "time",
      unit: "ms",
      preparation: 0,
      round,
      calls: 7,
      value: value + round / 7,
    }))
  );
  return { suite, workload, key: `key of ${workload} ${value}`, rows, samples };
}

/** A claim with its verdict. */
export function claimRow(changes: Partial<ClaimRow> = {}): ClaimRow {
  return {
    session: "s1",
    paper: "hetu-gnn",
    artifact: "Figure 8",
    claim_id: "hetu-gnn.q.metis-best",
    tier: "time-gpu",
    statement: "METIS is the best ordering.",
    check: "time(metis) < time(rcm)",
    verdict: "inconclusive",
    source: "measured",
    dataset_kind: "stand-in",
    effect: 1.01,
    ci_lo: 0.98,
    ci_hi: 1.04,
    p: 0.4,
    p_holm: 1,
    evidence: "metis 4.0 ms, rcm 4.1 ms",
    reason: "intervals overlap",
    premise: "",
    ...changes,
  };
}

/** A published number beside a measured one. */
export function comparisonRow(changes: Partial<ComparisonRow> = {}): ComparisonRow {
  return {
    session: "s1",
    paper: "hetu-gnn",
    artifact: "Figure 8",
    published_id: "hetu-gnn.f8.reddit.spmm-speedup",
    metric: "spmm_speedup",
    unit: "x",
    dataset: "Reddit",
    model: "GCN",
    system: "Hetu-GNN",
    config: "ordering=metis",
    relation: "eq",
    published: "1.5",
    measured: 1.4,
    ci_lo: 1.3,
    ci_hi: 1.5,
    source: "measured",
    cell: "hetu-gnn/figure-8:reddit@1/16:rcm",
    dataset_kind: "stand-in",
    judgement: "within",
    reason: "",
    n: 15,
    ...changes,
  };
}
