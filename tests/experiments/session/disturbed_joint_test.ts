/**
 * Measurements of several contenders together beside other programs: marked, never taken again, and known to
 * the suites that share their results.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import { KeptResults } from "../../../experiments/session/kept_results.ts";
import { sessionLab, type SessionParts } from "../../../experiments/session/session_lab.ts";
import { SessionMemo } from "../../../experiments/session/session_memo.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { inFolder } from "../../in_folder.ts";
import { testContext, testLab } from "../lab.ts";
import { readingsBeside } from "../processor_readings.ts";
import { jointOutcome, jointSuite, type Measured } from "./joint_suite.ts";

/** Names of results that each suite takes. */
type Taken = readonly (readonly string[])[];

/**
 * Marks of suites that take results of these names, each computed by the first that asks, while other
 * programs keep so many processors busy; and how many were computed.
 */
async function marksOf(suites: Taken, loads: readonly number[]): Promise<readonly [string[], number]> {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo(), marks: string[] = [];
  const lab: Lab = { ...testLab(device), once: (...asked) => memo.get(lab, ...asked) };
  const context = { ...testContext(), readProcessors: readingsBeside(...loads), memo };
  let computed = 0;
  const compute = () => ++computed;
  try {
    for (const names of suites) {
      const suite = jointSuite(`suite-${marks.length}`, async (lab) => {
        const ms: number[] = [];
        for (const name of names) ms.push(await lab.once(compute, NO_DATASET, { name }, lab.profile));
        return { ms: [...ms, 1], value: [1, 2] };
      });
      const { time, value } = await jointOutcome(suite, { lab, context });
      assert.equal(value.reason, time.reason);
      marks.push(time.reason.replace("other programs kept ", "").replace(" of 2 processors busy", ""));
    }
    return [marks, computed];
  } finally {
    device.close();
  }
}

Deno.test("contenders that are measured together beside other programs are marked, and measured once", async () => {
  assert.deepEqual(await marksOf([["a"], ["b"], ["c"]], [1, 0.1, 1.5]), [["1.00", "", "1.50"], 3]);
});

Deno.test("a suite that shares results of a disturbed measurement is marked as that is", async () => {
  assert.deepEqual(await marksOf([["a"], ["a"], ["a", "b"], ["b"], ["c"]], [1, 0, 0.5, 0, 0]), [
    ["1.00", "1.00", "1.00", "0.50", ""],
    3,
  ]);
  assert.deepEqual(await marksOf([["a"], ["a"]], [0, 1]), [["", "1.00"], 1]);
  assert.deepEqual(await marksOf([["a"], ["a"]], [1]), [["1.00", "1.00"], 1]);
});

Deno.test("what was measured together by a GPU's own clock is not marked, by the host's it is", async () => {
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  const reasonsOf = async (timer: "gpu-timestamp" | "wall") => {
    const ranOn = { threads: 0, adapterKind: "hardware", timer } as const;
    const measured: Measured = { ms: [1, 2], value: [1, 2], ranOn };
    const context = { ...testContext(), readProcessors: readingsBeside(1) };
    const suite = jointSuite(timer, () => Promise.resolve(measured));
    const { time, value } = await jointOutcome(suite, { lab, context });
    return [time.reason, value.reason];
  };
  try {
    const mark = "other programs kept 1.00 of 2 processors busy";
    assert.deepEqual(await reasonsOf("gpu-timestamp"), ["", ""]);
    assert.deepEqual(await reasonsOf("wall"), [mark, mark]);
  } finally {
    device.close();
  }
});

/** Laboratory of a session on a device without anything else. */
function labIn(device: WasmDevice, parts: Partial<SessionParts> & Pick<SessionParts, "memo">): Lab {
  const plain = testLab(device);
  return sessionLab({
    ...plain,
    datasets: plain,
    computed: { get: plain.cached, getWithCost: plain.cachedWithCost },
    earlier: { times: () => Promise.resolve(new Map()), othersLoad: () => undefined },
    readProcessors: () => undefined,
    kept: new KeptResults("unused"),
    signal: new AbortController().signal,
    ...parts,
  });
}

Deno.test("a suite that takes the times of a disturbed comparison is marked as that is", async () => {
  const device = openWasmDevice({ threads: 1 }), memo = new SessionMemo();
  const check = { ok: true, relErr: 0, tolerance: 1, checkedRows: 1 };
  const lab = labIn(device, {
    memo,
    earlier: {
      times: (suite) => {
        const known = suite === "own/known" ? [["a", { ms: [7], check, timer: "wall" }] as const] : [];
        return Promise.resolve(new Map(known));
      },
      othersLoad: () => ({ busy: 1, processors: 2, notable: 0.2 }),
    },
  });
  try {
    const reasons: string[] = [];
    for (const id of ["own/known", "own/unknown", "own/none"]) {
      const suite = jointSuite(`of-${id.slice(4)}`, async (lab) => {
        const times = id === "own/none" ? undefined : await lab.earlierTimes!(id, "w");
        return { ms: times?.get("a")?.ms ?? [1], value: 0 };
      });
      const context = { ...testContext(), readProcessors: readingsBeside(0), memo };
      reasons.push((await jointOutcome(suite, { lab, context })).time.reason);
    }
    assert.deepEqual(reasons, ["other programs kept 1.00 of 2 processors busy", "", ""]);
  } finally {
    device.close();
  }
});

Deno.test("what an interrupted run has kept is marked as it was computed, for all suites that take it", () =>
  inFolder(async (folder) => {
    const device = openWasmDevice({ threads: 1 });
    let trained = 0;
    const train = () => ++trained;
    const taking = (id: string, end: () => void = () => {}) =>
      jointSuite(id, async (lab) => {
        const result = await lab.kept("own/trained", train, NO_DATASET, 1);
        end();
        return { ms: [result], value: 0 };
      });
    // Loads in turn: while a result is computed, which is then kept, and while a suite is measured.
    const runOf = (...loads: readonly number[]) => {
      const memo = new SessionMemo(), readProcessors = readingsBeside(...loads.slice(0, 1));
      const lab = labIn(device, { memo, readProcessors, kept: new KeptResults(folder) });
      const context = { ...testContext(), readProcessors: readingsBeside(...loads.slice(1)), memo };
      return async (suite: ReturnType<typeof jointSuite>) =>
        (await jointOutcome(suite, { lab, context })).time;
    };
    try {
      const stop = () => {
        throw new Interrupted("a test");
      };
      await assert.rejects(runOf(1, 0)(taking("stopped", stop)), Interrupted);
      const resumed = runOf(0, 0.5, 0);
      for (const id of ["first", "second"]) {
        const { reason, median } = await resumed(taking(id));
        assert.deepEqual([reason, median], ["other programs kept 1.00 of 2 processors busy", 1]);
      }
    } finally {
      device.close();
    }
  }));
