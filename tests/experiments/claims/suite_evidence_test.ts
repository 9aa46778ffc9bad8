/** Questions that rules ask of the rounds of a suite, each kind of quantity with its A/A band. @module */
import assert from "node:assert/strict";
import { EvidenceMissing, SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { meanOf } from "../../../experiments/claims/timed_series.ts";
import { RandomStream } from "../../../platform/random.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { readEvidence } from "../../../results/verdicts/evidence_values.ts";
import { sideOf } from "../../../results/verdicts/timed.ts";
import { waitingMark } from "../../../results/waiting_mark.ts";

const ROUNDS = 15;

/** One metric of each contender by round, in a workload of its own where its name has one: `work:a`. */
function evidence(
  values: Readonly<Record<string, readonly number[]>>,
  { unit = "ms", smallestDifference = 0, attempt = {} }: {
    readonly unit?: string;
    readonly smallestDifference?: number;
    readonly attempt?: Readonly<Record<string, number>>;
  } = {},
): SuiteEvidence {
  const cellOf = (name: string) => `suite:${name.includes(":") ? name : `work:${name}`}`;
  const rows = Object.entries(values).map(([name, own]) => ({
    ...{ suite: "suite", cell: cellOf(name), contender: name.split(":").at(-1)!, metric: "time", unit },
    ...{ status: "ok", dataset: "graph", dataset_kind: "stand-in", source: "modelled", timer: "" },
    ...{
      median: median(own),
      attempt: attempt[name] ?? 1,
      ...(own.length > 1 && { ci_lo: Math.min(...own), ci_hi: Math.max(...own) }),
    },
  } as Row));
  const samples = Object.entries(values).flatMap(([name, own]) =>
    own.length === 1 ? [] : own.map((value, round) => ({
      ...{ cell: cellOf(name), metric: "time", preparation: 0, round, value },
    } as Sample))
  );
  return new SuiteEvidence("suite", { rows, samples, smallestDifference }, 1);
}

const at = (name: string) => {
  const [workload, contender] = name.includes(":") ? name.split(":") : ["work", name];
  return { workload, contender };
};

/** Values around `middle` that are up to 8 % off, or up to `by`. */
function noisy(middle: number, seed: number, by = 0.08): number[] {
  const stream = new RandomStream(seed, "noise");
  return Array.from({ length: ROUNDS }, () => middle * (1 + 2 * by * (stream.uniform() - 0.5)));
}

const always = (value: number) => Array.from({ length: ROUNDS }, () => value);

Deno.test("two noisy times of one length are equal within a margin that most over least of a round exceeds", () => {
  const [a, b] = [noisy(4, 1), noisy(4, 2)];
  const widest = Math.max(...a.map((ms, i) => Math.max(ms, b[i]) / Math.min(ms, b[i])));
  assert.ok(widest > 1.1);
  const part = evidence({ a, b }).equal([at("a"), at("b")], { metric: "time", margin: 1.1 });
  assert.equal(sideOf(part).side, "holds");
  assert.ok(part.pFor < 0.01);
  assert.deepEqual([part.source, part.datasetKind, part.found.n], ["modelled", "stand-in", ROUNDS]);
  const coarse = evidence({ a, b }, { smallestDifference: 0.2 });
  assert.match(
    sideOf(coarse.equal([at("a"), at("b")], { metric: "time", margin: 1.1 })).reason,
    /^underpowered/,
  );
});

Deno.test("times that are further apart than the margin are so by the other test", () => {
  const part = evidence({ a: noisy(5, 1), b: noisy(4, 2) }).equal([at("a"), at("b")], {
    ...{ metric: "time", margin: 1.1 },
  });
  assert.ok(part.pAgainst < 0.01 && part.pFor === 1 && part.found.ciLo > 1.1);
  assert.equal(sideOf(part).side, "fails");
  const shorter = evidence({ a: noisy(4, 1), b: noisy(5, 2) });
  assert.equal(sideOf(shorter.equal([at("a"), at("b")], { metric: "time", margin: 1.1 })).side, "fails");
  assert.match(part.text, /^time of a on work \(graph\) over that of b on work \(graph\) = 1\.\d+ /);
});

Deno.test("a number is about another within a share of it, by its rounds and not by its median alone", () => {
  const near = (values: readonly number[]) =>
    evidence({ a: values }).near(at("a"), "time", { wanted: 100, margin: 1.2 });
  assert.ok(near(noisy(105, 1)).pFor < 0.01);
  assert.ok(near(noisy(140, 1)).pAgainst < 0.01);
  const between = near(noisy(119, 1));
  assert.equal(sideOf(between).side, "open");
  assert.ok(between.pFor > 0.05 && between.pAgainst > 0.05 && between.found.median < 120);
});

Deno.test("a number that rounds have on one side of a bound keeps its p, for the verdict to correct", () => {
  const part = evidence({ a: noisy(150, 1) }).bounded(at("a"), "time", { side: "below", bound: 100 });
  assert.deepEqual([part.kind, part.within, part.found.n], ["timed", [-Infinity, 100], ROUNDS]);
  assert.ok(part.pAgainst === 2 * 2 ** -ROUNDS && part.found.ciLo > 100);
  assert.match(
    part.text,
    /^time of a on work \(graph\) = 1[45]\d\.\d \[.* ms, 15 rounds, claimed below 100$/,
  );
});

Deno.test("a number that some round lacks is said to be unknown, and not with the letters NaN", () => {
  const part = evidence({ a: [...always(0).slice(1), 1], b: noisy(2, 1) }).faster(at("a"), at("b"));
  assert.equal(sideOf(part).side, "open");
  assert.match(part.text, / = not known: not every round has one, claimed above 1$/);
  const once = evidence({ a: [1], b: [2] }).faster(at("a"), at("b"));
  assert.match(once.text, / = not known: its metrics share no rounds, claimed above 1$/);
});

Deno.test("of two times an A/A run moves the ratio by its difference, and of two ratios of other rounds twice", () => {
  const band = ({ found: { ciLo, seenLo } }: { found: { ciLo: number; seenLo: number } }) => ciLo / seenLo;
  const times = evidence({ a: always(1), b: always(1.5) }, { smallestDifference: 0.1 });
  assert.ok(Math.abs(band(times.faster(at("a"), at("b"))) - 1.1) < 1e-9);
  const gains = { unit: "x", smallestDifference: 0.1 };
  const one = evidence({ "w:a": always(2), "w:b": always(3) }, gains);
  assert.ok(Math.abs(band(one.less([at("w:a"), "time"], [at("w:b"), "time"])) - 1.1) < 1e-9);
  const two = evidence({ "v:a": always(2), "w:a": always(3) }, gains);
  const across = two.less([at("v:a"), "time"], [at("w:a"), "time"]);
  assert.ok(Math.abs(band(across) - 1.21) < 1e-9);
  assert.equal(across.found.median, 1.5);
  assert.ok(Math.abs(band(two.bounded(at("v:a"), "time", { side: "above", bound: 1 })) - 1.1) < 1e-9);
});

Deno.test("what two ratios of one comparison share is off as in each of them, unless their quotient cancels it", () => {
  const rounds = evidence({ a: always(1.07), b: always(1.07) }, { unit: "x", smallestDifference: 0.1 });
  const [a, b] = ["a", "b"].map((name) => rounds.series(at(name), "time"));
  const band = (quantity: (values: readonly number[]) => number) => {
    const { ciLo, seenLo } = rounds.timed({ of: [a, b], quantity, within: [1, Infinity], text: "" }).found;
    return ciLo / seenLo;
  };
  const { ciLo, seenLo } = rounds.bounded(at("a"), "time", { side: "above", bound: 1 }).found;
  const alone = ciLo / seenLo;
  assert.ok(Math.abs(alone - 1.1) < 1e-9);
  for (
    const quantity of [
      ([one]: readonly number[]) => one,
      ([one, other]: readonly number[]) => (one + other) / 2,
    ]
  ) {
    assert.ok(Math.abs(band(quantity) - alone) < 1e-9, String(quantity));
  }
  assert.ok(Math.abs(band((values) => Math.max(...values)) - alone) < 1e-9);
  assert.ok(Math.abs(band(([one, other]) => one / other) - 1.1) < 1e-9);
});

Deno.test("a row without a finite value was not measured, whatever its status says", () => {
  for (const median of [undefined, NaN, Infinity]) {
    const row = { suite: "suite", cell: "suite:work:a", metric: "edges", status: "ok", median };
    const rows = new SuiteEvidence("suite", { rows: [row as Row], samples: [] }, 1);
    const ask = () => rows.exact(false, "too few edges", [rows.row(at("a"), "edges")]);
    assert.throws(ask, EvidenceMissing, String(median));
  }
});

Deno.test("the suite's device is that of most threads where some ran on a CPU, else its GPU, never a peer's", () => {
  const on = (rows: readonly Partial<Row>[]) =>
    new SuiteEvidence("suite", {
      rows: rows.map((row, i) => ({ suite: "suite", cell: `suite:w:${i}`, metric: "time", ...row } as Row)),
      samples: [],
    }, 1).measuredOn();
  const host = { backend: "x86", adapter_kind: "none", threads: 1 } as const;
  const device = { ...host, threads: 64 }, peer = { ...host, backend: "python-cpu", threads: 128 };
  assert.deepEqual(on([host, device, peer]), { backend: "x86", adapterKind: "none", threads: 64 });
  assert.deepEqual(on([host]).threads, 1);
  assert.deepEqual(on([peer]).backend, "python-cpu");
  const besideCard = { backend: "webgpu", adapter_kind: "none", threads: 1 } as const;
  const card = { ...besideCard, adapter_kind: "hardware", threads: 0 } as const;
  assert.deepEqual(on([besideCard, card]), { backend: "webgpu", adapterKind: "hardware", threads: 0 });
  assert.deepEqual(on([device, { ...card, suite: "another" }]).backend, "x86");
  assert.deepEqual(on([card, host, device]), { backend: "x86", adapterKind: "none", threads: 64 });
});

Deno.test("a share is moved by the part over the rest, so that a large one is moved by little", () => {
  const share = (percent: number) =>
    evidence({ a: always(percent) }, { unit: "%", smallestDifference: 0.1 })
      .share(at("a"), "time", { side: "above", bound: 50 });
  assert.equal(sideOf(share(52)).side, "open");
  assert.equal(sideOf(share(55)).side, "holds");
  assert.equal(sideOf(share(45)).side, "fails");
  const { seenLo, seenHi } = share(90).found;
  assert.ok(Math.abs(seenLo - 89.11) < 0.01 && Math.abs(seenHi - 90.83) < 0.01, `${seenLo} ${seenHi}`);
});

Deno.test("a difference of milliseconds is decided beyond what the A/A run moves each of its times by", () => {
  const less = (b: number) => {
    const rounds = evidence({ a: noisy(10, 1, 0.01), b: noisy(b, 2, 0.01) }, { smallestDifference: 0.1 });
    return sideOf(rounds.timed({
      of: [rounds.series(at("b"), "time"), rounds.series(at("a"), "time")],
      quantity: ([more, less]) => more - less,
      within: [2, Infinity],
      text: "b - a",
      unit: "ms",
      signed: true,
    }));
  };
  assert.equal(less(14).side, "holds");
  assert.equal(less(10).side, "fails");
  assert.match(less(12.6).reason, /^underpowered: .* nearer to 2/);
});

Deno.test("a trend, a best size and a minimum are asked in every round, and open where the A/A run hides them", () => {
  const sizes = ["2", "4", "8"];
  const best = (times: readonly number[], smallestDifference: number) => {
    const rounds = evidence(
      Object.fromEntries(sizes.map((size, i) => [size, noisy(times[i], i, 0.005)])),
      { smallestDifference },
    );
    return sideOf(rounds.inRounds({
      of: sizes.map((size) => rounds.series(at(size), "time")),
      holds: (own) => Math.min(...own) === own[1],
      text: "4 is best",
    })).side;
  };
  assert.equal(best([3, 2, 3], 0.02), "holds");
  assert.equal(best([2, 3, 4], 0.02), "fails");
  assert.equal(best([2.05, 2, 3], 0.01), "holds");
  assert.equal(best([2.05, 2, 3], 0.1), "open");
});

Deno.test("a predicate that noise makes true in most rounds is open where the medians may lie otherwise", () => {
  const [a, b] = [noisy(4, 1), noisy(4, 2)];
  const rounds = evidence({ a, b });
  const asked = (holds: (values: readonly number[]) => boolean) =>
    sideOf(
      rounds.inRounds({ of: ["a", "b"].map((name) => rounds.series(at(name), "time")), holds, text: "" }),
    );
  const apart = ([one, other]: readonly number[]) => Math.abs(one / other - 1) > 0.01;
  assert.ok(a.filter((ms, i) => apart([ms, b[i]])).length >= 13);
  assert.equal(asked(apart).side, "open");
  assert.equal(asked((values) => !apart(values)).side, "open");
});

Deno.test("a mean of ratios is off as a whole, and a time that was taken once by a factor of two", () => {
  const rounds = evidence({ a: always(2), b: always(4), c: always(3) }, {
    unit: "x",
    smallestDifference: 0.1,
  });
  const mean = meanOf(["a", "b"].map((name) => rounds.series(at(name), "time")), (value) => 1 / value);
  assert.equal(mean.value, 0.375);
  const { found } = rounds.timed({ of: [mean], quantity: ([own]) => own, within: [0, 1], text: "" });
  assert.ok(Math.abs(found.seenHi / found.ciHi - 1.1) < 1e-9);
  const row = (name: string, more: Partial<Row>) => ({
    ...{ suite: "suite", cell: `suite:work:${name}`, contender: name, metric: "time", unit: "ms", median: 5 },
    ...{
      status: "ok",
      source: "measured",
      timer: "wall",
      dataset: "",
      dataset_kind: "",
      attempt: 1,
      ...more,
    },
  } as Row);
  const samples = always(100).map((value, round) => ({
    ...{ cell: "suite:work:epoch", metric: "time", preparation: 0, round, value },
  } as Sample));
  const once = new SuiteEvidence("suite", {
    rows: [row("order", {}), row("epoch", { median: 100 })],
    samples,
  }, 1);
  const share = (bound: number) =>
    sideOf(once.timed({
      of: [once.series(at("order"), "time"), once.series(at("epoch"), "time")],
      quantity: ([order, epoch]) => order / epoch,
      within: [-Infinity, bound],
      text: "",
    })).side;
  assert.deepEqual([0.11, 0.09, 0.024].map(share), ["holds", "open", "fails"]);
  assert.match(sideOf(once.faster(at("order"), at("order"))).reason, /^underpowered: 0 rounds/);
});

Deno.test("rounds of two runs are not paired where times are compared, for an order or for an equality", () => {
  const mixed = evidence({ a: always(1), b: always(2) }, { attempt: { b: 2 } });
  assert.throws(() => mixed.faster(at("a"), at("b")), EvidenceMissing);
  assert.throws(
    () => mixed.equal([at("a"), at("b")], { metric: "time", margin: 1.1 }),
    /not measured in the same rounds/,
  );
  // A ratio was computed within the rounds of its own run.
  const gains = evidence({ a: always(2), b: always(1) }, { unit: "x", attempt: { b: 2 } });
  assert.equal(sideOf(gains.less([at("b"), "time"], [at("a"), "time"])).side, "holds");
  assert.equal(sideOf(gains.less([at("a"), "time"], [at("b"), "time"])).side, "fails");
});

Deno.test("times that are in part waiting for a GPU decide nothing, beside others and beside a count alike", () => {
  const mark = waitingMark(0.3);
  const row = (contender: string, own: Partial<Row>) => ({
    ...{
      suite: "suite",
      cell: `suite:work:${contender}`,
      contender,
      metric: "time",
      status: "ok",
      unit: "ms",
    },
    ...{
      dataset: "",
      dataset_kind: "",
      source: "measured",
      timer: "wall",
      reason: "",
      attempt: 1,
      median: 2,
    },
    ...own,
  } as Row);
  const samples = ["own", "waiting"].flatMap((contender) =>
    always(contender === "own" ? 1 : 2).map((value, round) =>
      ({ cell: `suite:work:${contender}`, metric: "time", preparation: 0, round, value }) as Sample
    )
  );
  const count = row("waiting", { metric: "edges", unit: "count", timer: "", median: 10 });
  const rows = [row("own", { median: 1 }), row("waiting", { reason: mark }), count];
  const asked = new SuiteEvidence("suite", { rows, samples }, 1);
  for (
    const part of [
      asked.faster(at("own"), at("waiting")),
      asked.faster(at("waiting"), at("own")),
    ]
  ) {
    assert.deepEqual([part.pFor, part.pAgainst, part.undecided], [1, 1, mark]);
    assert.deepEqual(sideOf(part), { side: "open", reason: mark });
    assert.match(part.text, /^time\(\w+\) \/ time\(\w+\) = /);
  }
  const alone = asked.bounded(at("own"), "time", { side: "below", bound: 2 });
  assert.deepEqual([sideOf(alone).side, alone.undecided], ["holds", undefined]);
  // The count is no time of its workload, and what it is divided by does not wait.
  const rate = asked.timed({
    of: [asked.series(at("waiting"), "edges"), asked.series(at("own"), "time")],
    quantity: ([edges, ms]) => edges / ms,
    within: [5, Infinity],
    text: "edges per ms",
  });
  assert.deepEqual([sideOf(rate).side, rate.undecided], ["holds", undefined]);
});

Deno.test("a sampled value is no exact one, and a time is none that seeds repeat", () => {
  const rounds = evidence({ a: always(1), b: [3] }, { unit: "x" });
  const [sampled, counted] = ["a", "b"].map((name) => rounds.row(at(name), "time"));
  assert.throws(() => rounds.exact(true, "", [sampled]), /time of suite:work:a is sampled: state a quantity/);
  assert.throws(() => rounds.decide(true, { text: "", rows: [counted, sampled], open: "" }), TypeError);
  assert.equal(rounds.exact(true, "", [counted]).holds, true);
  assert.equal(rounds.exact(true, "", [{ ...counted, source: "modelled", unit: "ms" }]).holds, true);
  assert.throws(() => rounds.exact(true, "", [{ ...counted, source: "measured", unit: "ms" }]), TypeError);
  assert.equal(rounds.overSeeds(true, { text: "", rows: [sampled], open: "" }).kind, "exact");
  assert.equal(rounds.checksCode, false);
  assert.equal(rounds.byConstruction(true, "", [sampled]).holds, true);
  assert.equal(rounds.checksCode, true);
});

Deno.test("a predicate has the number that decides it, 0 included, and is open where it has no answer", () => {
  const rounds = evidence({ b: [3] }, { unit: "x" });
  const rows = [rounds.row(at("b"), "time")], grounds = { text: "b", rows, open: "both answers" };
  for (const value of [0, 3]) {
    assert.equal(rounds.exact(true, "b", rows, value).value, value);
    for (const ask of [rounds.decide, rounds.overSeeds]) {
      const part = ask.call(rounds, false, { ...grounds, value });
      assert.deepEqual([part.kind, part.kind === "exact" && part.value], ["exact", value]);
    }
  }
  assert.ok(!("value" in rounds.exact(true, "b", rows)));
  for (const ask of [rounds.decide, rounds.overSeeds]) {
    const part = ask.call(rounds, undefined, grounds);
    assert.deepEqual([part.kind, part.kind === "open" && part.reason], ["open", "both answers"]);
  }
  // That a cell ended without a value may be what a claim says, and numbers without rows are this program's.
  const ended = { ...rows[0], status: "oom", median: undefined } as Row;
  assert.equal(rounds.exact(true, "there is no room", [ended]).holds, true);
  assert.equal(rounds.exact(true, "3 < 4", []).source, "measured");
});

Deno.test("the words of a number have the claimed range, which is read back from them", () => {
  const asked = evidence({ a: noisy(3, 1), b: noisy(2, 2) });
  const near = asked.near(at("a"), "time", { wanted: 3, margin: 1.25 });
  const parts = [
    asked.faster(at("b"), at("a")),
    asked.byFactor(at("b"), at("a"), { side: "above", factor: 1.2 }),
    asked.bounded(at("a"), "time", { side: "below", bound: 2.5 }),
    near,
    asked.bounded(at("a"), "time", { side: "above", bound: 1.2344 }),
  ];
  const { values } = readEvidence(parts.map(({ text }) => text).join("; "));
  assert.deepEqual(values.map(({ within }) => within), [
    [1, Infinity],
    [1.2, Infinity],
    [-Infinity, 2.5],
    [2.4, 3.75],
    [1.234, Infinity],
  ]);
  const [, median, low, high] = / = (\S+) \[(\S+), (\S+)\] ms, 15 rounds/.exec(near.text)!.map(Number);
  assert.ok(low < median && median < high, near.text);
  const best = asked.inRounds({
    of: [asked.series(at("a"), "time")],
    holds: ([ms]) => ms > 1,
    text: "late",
  });
  assert.match(best.text, /^late; true = 1\.000 /);
  assert.doesNotMatch(best.text, /claimed/, "a predicate has no number to compare");
});
