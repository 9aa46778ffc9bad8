import assert from "node:assert/strict";
import { type Runner, takeCheckedTurns } from "../../../experiments/hetu-gnn/checked_turns.ts";
import type { Lab } from "../../../experiments/lab.ts";
import type { Device } from "../../../hardware/device.ts";
import { MissingError, WrongResultError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import { testLab } from "../lab.ts";

const DEVICE = { adapterKind: "none", threads: 1 } as Device;
const CHECK = { ok: true, relErr: 1e-7, tolerance: 1e-6, checkedRows: 7 };
const wrong = () => new WrongResultError({ action: "time", current: "1", wanted: "2", next: "correct it" });

/** A runner that counts its turns from 1, and writes down what is asked of it. */
function runner(id: string, log: string[], own: Partial<Runner<number>> = {}): Runner<number> {
  let turn = 0;
  return {
    check: CHECK,
    timer: "wall-slope",
    time: () => {
      log.push(`${id} runs`);
      return Promise.resolve(++turn);
    },
    recheck: () => {
      log.push(`${id} is checked`);
      return Promise.resolve();
    },
    close: () => log.push(`${id} closes`),
    ...own,
  };
}

const openers = (runners: Readonly<Record<string, () => Runner<number>>>) =>
  new Map(Object.entries(runners).map(([id, open]) => [id, async () => await open()] as const));

const lab = (): Lab => testLab(DEVICE, { contextRounds: 3 });

Deno.test("runners take turns, each once a round after one that warms up; their check and clock go with the times", async () => {
  const log: string[] = [];
  const outcomes = await takeCheckedTurns(
    lab(),
    openers({ a: () => runner("a", log), b: () => runner("b", log) }),
    (_runner, turns) => turns.map((turn) => 2 * turn).times((turn) => turn / 4),
  );
  assert.deepEqual(outcomes.of("a"), { ms: [1, 1.5, 2], check: CHECK, timer: "wall-slope" });
  const runs = log.filter((entry) => entry.endsWith("runs"));
  assert.equal(runs.length, 8, "a warm-up and three rounds");
  for (let at = 0; at < runs.length; at += 2) assert.notEqual(runs[at], runs[at + 1], "one turn a round");
  assert.ok(log.indexOf("a is checked") > log.lastIndexOf("b runs"), "checked after the last round");
  assert.deepEqual(log.slice(-2), ["a closes", "b closes"]);
});

Deno.test("a runner that cannot open, fails in a turn or is wrong afterwards keeps its error and stops no other", async () => {
  const log: string[] = [];
  const outcomes = await takeCheckedTurns(
    lab(),
    openers({
      right: () => runner("right", log),
      absent: () => {
        throw new MissingError({ action: "open", current: "none", wanted: "one", next: "set it up" });
      },
      ends: () => runner("ends", log, { time: () => Promise.reject(new RangeError("ended")) }),
      drifts: () => runner("drifts", log, { recheck: () => Promise.reject(wrong()) }),
    }),
    (_runner, turns) => turns.turns,
  );
  assert.deepEqual(outcomes.of("right"), [2, 3, 4]);
  assert.throws(() => outcomes.of("absent"), MissingError);
  assert.throws(() => outcomes.of("ends"), RangeError);
  assert.throws(() => outcomes.of("drifts"), WrongResultError);
  assert.throws(() => outcomes.of("unknown"), /No result of "unknown"/);
  assert.deepEqual(log.filter((entry) => entry.endsWith("closes")).length, 3);
});

Deno.test("an interruption ends all turns and closes what is open; an emulated GPU is refused before anything opens", async () => {
  const log: string[] = [];
  const stopped = openers({
    open: () => runner("open", log),
    stops: () => runner("stops", log, { time: () => Promise.reject(new Interrupted("SIGINT")) }),
  });
  await assert.rejects(takeCheckedTurns(lab(), stopped, () => 0), Interrupted);
  assert.deepEqual(log.filter((entry) => entry.endsWith("closes")), ["open closes", "stops closes"]);
  const turns: string[] = [], stop = new AbortController(), signal = stop.signal;
  const time = () => {
    turns.push("a turn");
    stop.abort(new Interrupted("SIGINT"));
    return Promise.resolve(1);
  };
  const slow = openers({ a: () => runner("a", turns, { time }), b: () => runner("b", turns, { time }) });
  await assert.rejects(takeCheckedTurns({ ...lab(), signal }, slow, () => 0), Interrupted);
  assert.equal(turns.filter((entry) => entry === "a turn").length, 1, "the lab's signal ends the turns");
  const emulated = { ...lab(), device: { ...DEVICE, adapterKind: "software" } as Device };
  const opened: string[] = [];
  await assert.rejects(
    takeCheckedTurns(emulated, openers({ a: () => (opened.push("a"), runner("a", log)) }), () => 0),
    MissingError,
  );
  assert.deepEqual(opened, []);
});
