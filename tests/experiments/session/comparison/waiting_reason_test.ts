/**
 * Times that are in part waiting for a GPU: the samples count the waits, the rows say their part, and claims
 * are not decided by them.
 *
 * @module
 */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { NO_DATASET } from "../../../../experiments/lab.ts";
import type { JointOutcome, PreparedTrial, Trial } from "../../../../experiments/measurement.ts";
import { CellRows } from "../../../../experiments/session/comparison/cell_rows.ts";
import { waitingReason } from "../../../../experiments/session/comparison/waiting_reason.ts";
import type { Suite } from "../../../../experiments/suite.ts";
import type { Device } from "../../../../hardware/device.ts";
import { hostClock, sampleBeside, waitingShare } from "../../../../hardware/measuring/waiting.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import { underClock } from "../../../under_clock.ts";
import { runComparison, testContext, testLab } from "../../lab.ts";

const WAIT_MS = 10, ROUNDS = 15;
const CHECK = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };

/** A card whose waits are counted and take no time, so that a test does not either. */
class Card {
  readonly backend = "webgpu";
  readonly adapterKind = "hardware";
  readonly name = "a card";
  readonly threads = 0;
  readonly isa = "";
  readonly webgpu = "native";
  readonly timer = "gpu-timestamp";
  readonly limits = { memoryBytes: 1e9 };
  readonly ledger = { live: 0, peak: 0 };
  readonly waitMs = WAIT_MS;
  waits = 0;

  finish(): Promise<void> {
    this.waits++;
    return Promise.resolve();
  }

  /** Milliseconds by the card's own clock, which is read back. */
  async time(_run: () => void, calls: number): Promise<number> {
    await this.finish();
    return 4 * calls;
  }

  /** Milliseconds by the wall clock, with some waits in each call. */
  async wall(calls: number, { ms, waits }: { readonly ms: number; readonly waits: number }): Promise<number> {
    for (let wait = 0; wait < waits * calls; wait++) await this.finish();
    return ms * calls;
  }
}

/** Calls of 100 ms with as many waits as the id says; `clock` has none, by the card's own clock. */
const WAITS: Readonly<Record<string, number | undefined>> = { "three": 3, "none": 0, "clock": undefined };

function trialOf(card: Card, id: string): Trial {
  const waits = WAITS[id];
  const prepared: PreparedTrial = {
    prepareMs: 1,
    ...waits === undefined
      ? { run: () => {} }
      : { time: (calls: number) => card.wall(calls, { ms: 100, waits }) },
    check: () => Promise.resolve(CHECK),
    recheck: () => Promise.resolve(),
    destroy: () => {},
  };
  return {
    identity: {},
    bytes: 1,
    work: { multiplyAdds: 1e6, compulsoryBytes: 1, bytesWithoutReuse: 1 },
    facts: {},
    ...(waits !== undefined && { clock: "wall" }),
    prepare: () => Promise.resolve(prepared),
  };
}

const TEXTS = {
  artifact: "Waits",
  title: "Waits",
  question: "Which of them waits?",
  settings: {},
  plots: [],
  notes: [],
  claims: [],
} as const;

const timedSuite = (card: Card): Suite => ({
  ...TEXTS,
  id: "own/waits",
  contenders: Object.keys(WAITS).map((id) => ({ id, label: id })),
  baseline: "none",
  workloads: () => [{ id: "all", factors: {} }],
  measurement: {
    kind: "timed",
    decides: true,
    trial: (_lab, _dataset, _workload, { id }) => Promise.resolve(trialOf(card, id)),
  },
  metrics: { time: { label: "time", unit: "ms", better: "lower" } },
});

async function measured(card: Card, suite: Suite): Promise<{ rows: Row[]; samples: Sample[] }> {
  const lab = testLab(card as unknown as Device, { rounds: ROUNDS, maxRounds: ROUNDS, comparisonMs: 60_000 });
  const [workload] = suite.workloads(lab.profile);
  const { rows, samples } = await runComparison(lab, { suite, workload, dataset: NO_DATASET });
  return {
    rows: rows.map((row) => ({ ...row, attempt: 1 } as Row)),
    samples: samples.map((sample) => ({ ...sample, attempt: 1 } as Sample)),
  };
}

const at = (contender: string) => ({ workload: "all", contender });

Deno.test("a timed row says which part of its samples is waiting, and so does a ratio to such a row", async () => {
  const card = new Card(), { rows, samples } = await measured(card, timedSuite(card));
  const reason = (contender: string, metric: string) =>
    rows.find((row) => row.contender === contender && row.metric === metric)!.reason;
  const mark = "30 % of the sample is waiting for the GPU";
  assert.equal(reason("three", "time"), mark);
  assert.equal(reason("three", "speedup"), mark, "both by the wall clock");
  for (const quiet of ["none", "clock"]) assert.equal(reason(quiet, "time"), "");
  // A ratio by clocks of two kinds has no waits, and is marked as such.
  assert.equal(reason("clock", "speedup"), "clocks differ: gpu-timestamp of clock, wall of none");
  assert.ok(rows.every(({ status }) => status === "ok"));
  const evidence = new SuiteEvidence("own/waits", { rows, samples }, 1);
  const slower = evidence.faster(at("clock"), at("three"));
  assert.deepEqual([slower.pFor, slower.pAgainst, slower.found.n], [1, 1, ROUNDS]);
  assert.deepEqual(sideOf(slower), { side: "open", reason: mark });
  assert.equal(sideOf(evidence.faster(at("clock"), at("none"))).side, "holds");
});

const MS = 100;

/** Ratios of a joint suite have no clock; its times of one workload have waits, of the other none. */
const jointSuite = (waits: JointOutcome["times"][string]): Suite => ({
  ...TEXTS,
  id: "own/joint-waits",
  contenders: [{ id: "a", label: "a" }],
  baseline: "a",
  workloads: () => [{ id: "all", factors: {} }],
  measurement: {
    kind: "joint",
    measure: () =>
      Promise.resolve(() => ({
        // What lies beside the time that ratios are of has waits in any case.
        times: { time: waits!, whole_time: { ...waits!, waits: 9 } },
        facts: { gain: Array.from({ length: ROUNDS }, () => 2), vertices: 7 },
      })),
  },
  metrics: {
    time: { label: "time", unit: "ms", better: "lower" },
    whole_time: { label: "whole time", unit: "ms", better: "lower" },
    gain: { label: "gain", unit: "x", better: "higher" },
    vertices: { label: "vertices", unit: "vertices" },
  },
});

Deno.test("a number that is computed from times has the mark of the times beside it, a count has none", async () => {
  const ms = Array.from({ length: ROUNDS }, () => MS), times = { ms, check: CHECK, timer: "wall" } as const;
  const gain = async (own: typeof times & { waits?: number }) => {
    const found = await measured(new Card(), jointSuite(own));
    const evidence = new SuiteEvidence("own/joint-waits", found, 1);
    assert.equal(
      sideOf(evidence.bounded(at("a"), "vertices", { side: "above", bound: 1 })).reason.slice(0, 12),
      "underpowered",
    );
    return sideOf(evidence.bounded(at("a"), "gain", { side: "above", bound: 1.5 }));
  };
  assert.equal((await gain({ ...times, waits: 0 })).side, "holds");
  assert.deepEqual(await gain({ ...times, waits: 1 }), {
    side: "open",
    reason: "10 % of the sample is waiting for the GPU",
  });
  assert.equal((await gain(times)).reason, "waits for the GPU in the sample are not counted");
});

Deno.test("waits above 2 % are said, by the wall clock of a GPU alone", () => {
  const card = new Card(), at = (ms: number) => ({ ms: [ms, ms], waits: 1, timer: "wall" } as const);
  assert.equal(waitingReason(card, at(sampleBeside(WAIT_MS))), "");
  assert.equal(waitingReason(card, at(400)), "2.5 % of the sample is waiting for the GPU");
  assert.equal(
    waitingReason(card, { ...at(1), waits: [0, 5] }),
    "100 % of the sample is waiting for the GPU",
  );
  assert.equal(waitingReason(card, { ...at(1), timer: "gpu-timestamp" }), "");
  assert.equal(waitingReason({ backend: "wasm", waitMs: 0 }, { ms: [1], timer: "wall" }), "");
  assert.equal(waitingShare(WAIT_MS, []), 0);
});

Deno.test("times taken beside the card are not marked: in another system's process, or where a trial says so", () => {
  const cells = new CellRows(jointSuite({ ms: [], check: CHECK, timer: "wall" }), { id: "w", factors: {} }, {
    lab: testLab(new Card() as unknown as Device),
    context: testContext(),
  });
  const [own, moved] = ["own", "moved"].map((id) => ({ id, label: id }));
  const peer = { id: "peer", label: "peer", runtime: "python" } as const;
  cells.opened(moved, { ranOn: { threads: 2, adapterKind: "none", timer: "wall" } });
  const times = { ms: [MS], check: CHECK, timer: "wall" } as const;
  assert.deepEqual([own, moved, peer].map((contender) => cells.times(contender, "time", times).reason), [
    ...["waits for the GPU in the sample are not counted", "", ""],
  ]);
});

Deno.test("a host clock counts time and waits since its start", async () => {
  await underClock(async (pass) => {
    const card = new Card();
    await card.finish();
    const read = hostClock(card);
    for (const waits of [1, 2]) {
      await card.finish();
      pass(3);
      assert.deepEqual(read(), { ms: 3 * waits, waits });
    }
  });
});
