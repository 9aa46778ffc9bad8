/** Peers among rounds of epochs: two samples a round, a check before and after, and refusals that stop nobody. @module */
import assert from "node:assert/strict";
import { type EpochPeer, EpochPeers } from "../../../experiments/trials/epoch_peers.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { DeviceError, MissingError, ReproError, WrongResultError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";

const report = (ok: boolean): CheckReport => ({
  ok,
  relErr: ok ? 0 : 1,
  tolerance: 1e-3,
  checkedRows: 5,
  worst: { row: 0, got: 2, wanted: 1, allowed: 1e-3 },
});

const words = { action: "train", current: "nothing", wanted: "something", next: "look" };

/** A peer whose epochs take 1, 2, 3 ... ms; `log` has what it was asked for. */
function peer(
  id: string,
  { checks = [true, true], failsAt = Infinity, log = [] as string[] } = {},
): EpochPeer {
  return {
    id,
    open: () => {
      let epoch = 0, checked = 0;
      return Promise.resolve({
        timer: "gpu-timestamp" as const,
        next: () => {
          log.push("next");
          return ++epoch === failsAt ? Promise.reject(new DeviceError(words)) : Promise.resolve(epoch);
        },
        check: () => {
          log.push("check");
          return Promise.resolve(report(checks[checked++]));
        },
        close: () => log.push("close"),
      });
    },
  };
}

async function times(peers: EpochPeers, rounds = 2) {
  const taken = await takeTurns(peers.turns(), { rounds, seed: 1, signal: undefined });
  const found = new Map(await peers.times(taken));
  peers.close();
  return found;
}

Deno.test("a peer is checked, warmed up, takes two samples a round and is checked again", async () => {
  const peers = new EpochPeers(), log: string[] = [];
  assert.equal(await peers.open(peer("a", { log })), undefined);
  const found = (await times(peers)).get("a");
  assert.ok(found !== undefined && !(found instanceof ReproError));
  assert.deepEqual([found.ms, found.again, found.check.ok], [[2, 4], [3, 5], true]);
  assert.equal(found.timer, "gpu-timestamp");
  assert.deepEqual(log, ["check", "next", "next", "next", "next", "next", "check", "close"]);
});

Deno.test("an interruption of a peer's start or check is no refusal, and closes it", async () => {
  const peers = new EpochPeers(), log: string[] = [], stop = new Interrupted("SIGINT");
  const opens = peer("a", { log }).open;
  await assert.rejects(peers.open({ id: "a", open: () => Promise.reject(stop) }), Interrupted);
  const open = async () => ({ ...await opens(), next: () => Promise.reject(stop) });
  await assert.rejects(peers.open({ id: "a", open }), Interrupted);
  assert.deepEqual(log, ["check", "close"]);
});

Deno.test("a peer that is wrong before is refused and closed, one that is wrong after has no passing check", async () => {
  const peers = new EpochPeers(), log: string[] = [];
  assert.ok(await peers.open(peer("a", { checks: [false], log })) instanceof WrongResultError);
  assert.deepEqual(log, ["check", "close"]);
  await peers.open(peer("b", { checks: [true, false] }));
  const found = await times(peers);
  assert.deepEqual([...found.keys()], ["b"]);
  const late = found.get("b")!;
  assert.ok(!(late instanceof ReproError) && !late.check.ok);
});

Deno.test("a peer that fails in its check or its first epoch is refused and closed", async () => {
  const failure = new DeviceError(words);
  for (const method of ["check", "next"] as const) {
    const log: string[] = [], opens = peer("a", { log }).open;
    const open = async () => ({ ...await opens(), [method]: () => Promise.reject(failure) });
    assert.equal(await new EpochPeers().open({ id: "a", open }), failure);
    assert.equal(log.at(-1), "close", method);
  }
});

Deno.test("a peer that is absent, or fails in its rounds, keeps no other from running", async () => {
  const peers = new EpochPeers(), missing = new MissingError(words);
  assert.equal(await peers.open({ id: "absent", open: () => Promise.reject(missing) }), missing);
  await peers.open(peer("fails", { failsAt: 3 }));
  await peers.open(peer("runs"));
  const found = await times(peers);
  assert.ok(found.get("fails") instanceof DeviceError);
  const runs = found.get("runs")!;
  assert.ok(!(runs instanceof ReproError) && runs.ms.length === 2);
  await assert.rejects(
    peers.open({ id: "defect", open: () => Promise.reject(new TypeError("x")) }),
    TypeError,
  );
});
