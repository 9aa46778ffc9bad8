/** Logs of ranks: what is read of them, and what is said. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { gatheredMetrics, wholeEpochs } from "../../../experiments/train/gathered_metrics.ts";
import { growthAnswers, phaseAnswers } from "../../../experiments/train/gathered_answers.ts";
import {
  gatheredComparison,
  gatheredDocument,
  unevenRanks,
} from "../../../experiments/train/gathered_session.ts";
import {
  type EpochLine,
  RankLog,
  rankLogName,
  type TrainingLine,
} from "../../../experiments/train/rank_log.ts";
import { readRankLogs } from "../../../experiments/train/rank_logs.ts";
import { DataError } from "../../../platform/errors.ts";
import { inFolder } from "../../in_folder.ts";

function training(ranks: number): TrainingLine {
  return {
    kind: "training",
    dataset: { id: "cora", kind: "real", hash: "00" },
    device: "wasm",
    settings: { model: "sage", seed: 7, hidden: 8, ranks },
    partition: `cut ${ranks}`,
    command: ["train", "cora"],
    engine: "mpi",
    ranks,
  };
}

function epoch(number: number, seconds: number): EpochLine {
  const phases = { compute: 600 * seconds, wait: 400 * seconds }, counts = { "sent bytes": 1000 * number };
  return {
    kind: "epoch",
    epoch: number,
    seconds,
    outcome: { loss: 2, seeds: 4, iterations: 1, phases, counts },
    peak: { process: 5e8, device: 1e6 },
  };
}

/** Writes the log of a rank that holds `part` bytes and takes so many seconds for each epoch. */
function log(folder: string, rank: number, { ranks, part, seconds }: {
  readonly ranks: number;
  readonly part: number;
  readonly seconds: readonly number[];
}): RankLog {
  const own = new RankLog(folder, rank);
  own.write(training(ranks));
  own.write({
    kind: "ready",
    rank,
    host: `host ${rank}`,
    device: "wasm, some CPU",
    on: { backend: "wasm", adapterKind: "none", isa: "simd128", threads: 1 },
    solid: 10,
    halo: 3,
    edges: 40,
    training: 4,
    memory: { idle: 1e8, part, halo: 400 },
  });
  own.write({ kind: "start", seconds: { device: 0.1, read: 0.2, open: 0.3 } });
  for (const [i, each] of seconds.entries()) own.write(epoch(i + 1, each));
  return own;
}

Deno.test("an epoch counts where all ranks have it, by its last line, with the spread of the ranks", () =>
  inFolder((folder) => {
    log(folder, 0, { ranks: 2, part: 1000, seconds: [1, 2, 3] });
    // Rank 1 was ended after its second epoch and has trained it again.
    log(folder, 1, { ranks: 2, part: 3000, seconds: [2, 5] }).write(epoch(2, 4));
    const [logged, ...others] = readRankLogs([folder]);
    assert.equal(others.length, 0);
    assert.deepEqual(wholeEpochs(logged.ranks).map(([line]) => line.epoch), [1, 2]);
    const values = (id: string) => gatheredMetrics(logged.ranks).find((metric) => metric.id === id)!.values;
    assert.deepEqual(values("epoch_time").map(({ slowest, fastest }) => [slowest, fastest]), [
      [2000, 1000],
      [4000, 2000],
    ]);
    assert.deepEqual(values("part_bytes"), [{ slowest: 3000, median: 2000, fastest: 1000 }]);
    assert.deepEqual(unevenRanks(logged), ["rank 1: stopped at epoch 2 of 3, on host 1"]);
    assert.equal(gatheredDocument(folder, [logged]).finished, false);
    const { rows, samples, workload } = gatheredComparison(logged, "training");
    const slowest = rows.find(({ metric, contender }) => metric === "epoch_time" && contender === "slowest")!;
    assert.deepEqual([slowest.median, slowest.n, slowest.ranks, slowest.seed], [3000, 2, 2, 7]);
    assert.match(slowest.factors, /engine=mpi;hidden=8;ranks=2/);
    assert.match(workload, /^cora:[0-9a-f]{6}:mpi:r2$/);
    assert.equal(
      samples.filter(({ cell, metric }) => cell === slowest.cell && metric === "epoch_time").length,
      2,
    );
    assert.match(
      phaseAnswers(logged)[0],
      /3,000 ms \(n = 2\); the longest of its phases is compute, 60 % /,
    );
  }));

Deno.test("a training that was resumed has taken the time of its runs, and not that between them", () =>
  inFolder((folder) => {
    for (const rank of [0, 1]) {
      const lines = [
        { at: "2026-01-01T00:00:00.000Z", ...training(2) },
        {
          at: "2026-01-01T00:00:01.000Z",
          kind: "ready",
          rank,
          host: "a",
          device: "wasm",
          on: {},
          memory: {},
        },
        { at: `2026-01-01T00:00:0${3 + rank}.000Z`, ...epoch(1, 2) },
        { at: "2026-01-03T12:00:00.000Z", ...training(2) },
        { at: "2026-01-03T12:00:06.000Z", ...epoch(2, 2) },
      ];
      Deno.writeTextFileSync(
        join(folder, rankLogName(rank)),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      );
    }
    const [logged] = readRankLogs([folder]);
    assert.deepEqual(logged.ranks.map(({ seconds }) => seconds), [9, 10]);
    assert.equal(gatheredDocument(folder, [logged]).seconds, 10);
    const sent = gatheredMetrics(logged.ranks).find(({ id }) => id === "sent_bytes");
    assert.equal(sent?.label, "sent bytes in an epoch, without gradients");
  }));

Deno.test("a line that a rank was ended in is cut off by the next run, a damaged one is refused by file and line", () =>
  inFolder((folder) => {
    log(folder, 0, { ranks: 1, part: 1, seconds: [1] });
    const path = join(folder, "ranks", rankLogName(0)), text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.slice(0, -5));
    assert.equal(readRankLogs([folder])[0].ranks[0].epochs.length, 0);
    log(folder, 0, { ranks: 1, part: 1, seconds: [1, 2] });
    assert.equal(readRankLogs([folder])[0].ranks[0].epochs.length, 2);
    Deno.writeTextFileSync(path, text.slice(0, -5) + "\n" + text);
    assert.throws(
      () => readRankLogs([folder]),
      (error) => error instanceof DataError && error.place.line === 4 && error.place.file === path,
    );
  }));

Deno.test("the logs of a rank that has trained on two hosts are one, in whatever order they are read", () =>
  inFolder((folder) => {
    const [first, second] = ["a", "b"].map((host) => join(folder, host));
    log(first, 0, { ranks: 1, part: 1000, seconds: [1, 2, 3] });
    const path = join(first, "ranks", rankLogName(0)), text = Deno.readTextFileSync(path);
    // Ended after its third epoch, whose checkpoint was not whole, the rank went on elsewhere.
    Deno.writeTextFileSync(path, text.replaceAll(/"at":"\d{4}/g, '"at":"2001'));
    const later = log(second, 0, { ranks: 1, part: 1000, seconds: [] });
    for (const [number, seconds] of [[3, 30], [4, 40]]) later.write(epoch(number, seconds));
    for (const folders of [[first, second], [second, first], [folder]]) {
      const [{ ranks: [{ epochs, began, ended }] }] = readRankLogs(folders);
      assert.deepEqual(epochs.map(({ epoch, seconds }) => [epoch, seconds]), [[1, 1], [2, 2], [3, 30], [
        4,
        40,
      ]]);
      assert.ok(began.startsWith("2001") && !ended.startsWith("2001"));
    }
  }));

Deno.test("trainings that differ in their number of ranks alone have slopes", () =>
  inFolder((folder) => {
    for (const ranks of [2, 4, 8]) {
      for (let rank = 0; rank < ranks; rank++) {
        log(join(folder, String(ranks)), rank, { ranks, part: 8000 / ranks, seconds: [ranks] });
      }
    }
    const all = readRankLogs([folder]);
    assert.deepEqual(all.map((logged) => logged.training.ranks), [2, 4, 8]);
    const [sentence] = growthAnswers(all);
    assert.match(sentence, /^On cora from 2 to 8 ranks \(mpi\), .*the largest part -1, /);
    assert.match(sentence, /the slowest rank's epoch 1\. /);
    assert.deepEqual(growthAnswers(all.slice(1)), []);
  }));
