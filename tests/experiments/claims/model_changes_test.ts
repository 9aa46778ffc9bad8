import assert from "node:assert/strict";
import {
  byChange,
  changedMetric,
  changedMetrics,
  underChanges,
} from "../../../experiments/claims/model_changes.ts";
import { metricTexts } from "../../../experiments/metrics.ts";
import { AS_ASSUMED, LINK_CHANGES, type LinkChange } from "../../../hardware/models/link_changes.ts";
import type { ClaimPart, TimedPart } from "../../../results/verdicts/evidence.ts";

const exact = (holds: boolean): ClaimPart => ({
  ...{ kind: "exact", holds, text: "a < b", source: "modelled", datasetKind: "stand-in" },
});

/** A modelled ratio with an interval, claimed to lie in a range. */
function timed(ciLo: number, ciHi: number, within: TimedPart["within"]): TimedPart {
  const found = { n: 15, median: 1, ciLo, ciHi, seenLo: ciLo, seenHi: ciHi };
  return {
    kind: "timed",
    found,
    within,
    pFor: 0,
    pAgainst: 0,
    text: "a < b",
    source: "modelled",
    datasetKind: "",
  };
}

const order = (ciLo: number, ciHi: number, side: "above" | "below" = "above") =>
  timed(ciLo, ciHi, side === "above" ? [1, Infinity] : [-Infinity, 1]);
const equal = (ciLo: number, ciHi: number) => timed(ciLo, ciHi, [1 / 1.2, 1.2]);

Deno.test("a modelled part stands if every change gives its answer", () => {
  assert.deepEqual(underChanges(LINK_CHANGES, () => exact(true)), exact(true));
  assert.deepEqual(underChanges(LINK_CHANGES, () => exact(false)), exact(false));
  for (
    const [shown, other] of [
      [order(1.1, 1.2), order(1.5, 1.6)],
      [order(0.8, 0.9, "below"), order(0.7, 0.8, "below")],
      [equal(0.9, 1.1), equal(0.95, 1.15)],
      [equal(1.3, 1.4), equal(0.5, 0.6)],
    ]
  ) assert.equal(underChanges(LINK_CHANGES, ({ id }) => id === "" ? shown : other), shown);
});

Deno.test("where a change gives another answer, or none, it is open and the change is named", () => {
  for (
    const [ask, named] of [
      [({ bandwidth }: LinkChange) => exact(bandwidth !== 2), "bandwidth x2, fast link"],
      [
        ({ latency }: LinkChange) => latency === 4 ? order(0.9, 1.2) : order(1.1, 1.2),
        "latency x4, slow link",
      ],
      [
        ({ latency }: LinkChange) => latency < 1 ? order(0.8, 0.9) : order(1.1, 1.2),
        "latency quarter, fast link",
      ],
      [
        ({ latency }: LinkChange) => latency < 1 ? equal(1.1, 1.3) : equal(0.9, 1.1),
        "latency quarter, fast link",
      ],
      [
        ({ latency }: LinkChange) => latency < 1 ? equal(1.3, 1.4) : equal(0.9, 1.1),
        "latency quarter, fast link",
      ],
    ] as const
  ) {
    const part = underChanges(LINK_CHANGES, ask);
    assert.equal(part.kind, "open");
    assert.equal(
      (part as { reason: string }).reason,
      `the model's answer is another one, or none, with ${named}`,
    );
    assert.deepEqual([part.text, part.source], ["a < b", "modelled"]);
  }
});

Deno.test("one change alone makes a part open, with the words of the part as it is shown", () => {
  const changes = [{ id: "" }, { id: "slow_link" }];
  const part = underChanges(
    changes,
    ({ id }) => ({ ...exact(id === ""), text: id === "" ? "1 < 2" : "3 < 2" }),
  );
  assert.ok(part.kind === "open");
  assert.deepEqual([part.text, part.reason], [
    "1 < 2",
    "the model's answer is another one, or none, with slow link",
  ]);
});

Deno.test("what is open as it is shown stays as it is", () => {
  const shown = order(0.9, 1.1);
  assert.deepEqual(underChanges(LINK_CHANGES, ({ id }) => id === "" ? shown : order(1.1, 1.2)), shown);
});

Deno.test("the metric of the assumptions themselves has no suffix", () => {
  assert.equal(changedMetric("epoch_time", AS_ASSUMED), "epoch_time");
  assert.equal(changedMetric("epoch_time", LINK_CHANGES[1]), "epoch_time_latency_x4");
});

Deno.test("values and declarations by change have the names of their metrics", () => {
  assert.deepEqual(byChange("time", LINK_CHANGES.slice(0, 2), ({ latency }) => 10 * latency), {
    time: 10,
    time_latency_x4: 40,
  });
  const declared = changedMetrics("time", { label: "time", unit: "ms", better: "lower" }, LINK_CHANGES);
  assert.deepEqual(Object.keys(declared), LINK_CHANGES.map((change) => changedMetric("time", change)));
  assert.deepEqual(declared.time_latency_x4, { label: "time", unit: "ms", better: "lower", shown: false });
  assert.deepEqual(metricTexts(declared).map(({ id }) => id), ["time"], "the others are for claims alone");
});
