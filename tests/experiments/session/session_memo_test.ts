/**
 * The memo of a session: a value is computed once for all suites, a measurement once for the suites that take
 * as many rounds.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { SessionMemo } from "../../../experiments/session/session_memo.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { testContext, testLab } from "../lab.ts";
import { jointOutcome, jointSuite } from "./joint_suite.ts";

/** Rounds of each measurement, and each value that was computed. */
const made: (number | "value")[] = [];

function value(): number {
  made.push("value");
  return 7;
}

function measurement({ profile: { rounds } }: Lab): readonly number[] {
  made.push(rounds);
  return new Array<number>(rounds).fill(1);
}

const measured = async (lab: Lab) => ({
  ms: await lab.once(measurement, NO_DATASET, {}, lab.profile),
  value: await lab.once(value, NO_DATASET, {}),
});

Deno.test("suites share a measurement with those of as many rounds, and values with all", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const { rounds, contextRounds } = profileOf("standard"), lab = testLab(device, profileOf("standard"));
    const suites = [
      jointSuite("few", measured, "paper"),
      jointSuite("many", measured),
      jointSuite("as-few", measured, "paper"),
      jointSuite("as-many", measured),
    ];
    const rows: number[] = [];
    for (const suite of suites) {
      const { time } = await jointOutcome(suite, { lab, context: testContext() });
      rows.push(time.n);
    }
    assert.notEqual(rounds, contextRounds);
    assert.deepEqual(rows, [contextRounds, rounds, contextRounds, rounds]);
    assert.deepEqual(made, [contextRounds, "value", rounds]);
  } finally {
    device.close();
  }
});

Deno.test("an interrupted run goes on at the next call where parts of it are kept, any other has failed", async () => {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo(), lab = testLab(device);
  try {
    let stops = true;
    const compute = () => stops ? Promise.reject(new Interrupted("a test")) : Promise.resolve(8);
    const kept = () => memo.get(lab, compute, NO_DATASET, { kept: true }, undefined, compute);
    const once = () => memo.get(lab, compute, NO_DATASET, {});
    await assert.rejects(kept(), Interrupted);
    await assert.rejects(once(), Interrupted);
    stops = false;
    assert.equal(await kept(), 8);
    await assert.rejects(once(), Interrupted);
  } finally {
    device.close();
  }
});
