/**
 * The verb `train` through the launcher: one rank, local ranks, MPI ranks started by it and around it;
 * damaged parts, resumption.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { TrainingDocument } from "../experiments/train/training_folder.ts";
import { findLauncher } from "../distributed/communicator/mpi/launcher.ts";
import { EXIT } from "../platform/errors.ts";
import { RANK_ENGINES } from "../distributed/communicator/communicator.ts";
import { hasMpi } from "./distributed/communicator/engines.ts";
import { inPlace, learned } from "./train_place.ts";

/** Stand-in of a thousand vertices. */
const DATASET = "reddit@1/256";
const SMALL = ["--hidden", "8", "--fanouts", "3,4", "--batch-size", "32", "--device", "wasm"];

Deno.test("one rank: a line an epoch, a record, and a part that holds the whole graph learns the same", () =>
  inPlace(async (place) => {
    const args = [DATASET, ...SMALL, "--epochs", "3"];
    const { code, out, err } = await place.train(args);
    assert.equal(code, EXIT.ok, err);
    assert.match(out, /^epoch +loss +train +valid +test +s +sample/m);
    for (const epoch of [1, 2, 3]) assert.match(out, new RegExp(`^epoch ${epoch}/3 +\\d\\.\\d{4} +\\d`, "m"));
    assert.match(out, /^note: reddit@1\/256, a stand-in; on wasm, /m);
    assert.match(out, /^reddit@1\/256, a stand-in: 3 epochs in /m);
    const path = /^record: (.*)$/m.exec(out)![1];
    const document: TrainingDocument = JSON.parse(await Deno.readTextFile(path));
    assert.equal(document.epochs.length, 3);
    assert.ok(document.epochs[2].loss < document.epochs[0].loss);
    const ended = await place.document(args);
    assert.deepEqual(ended.epochs, document.epochs, "a training that has ended is not begun again");
    const again = await place.train(args);
    assert.match(again.out, /going on after epoch 3/);

    const parts = join(place.folder, "parts");
    const cut = await place.run(["partition", DATASET, "--parts", "1", "--out", parts]);
    assert.equal(cut.code, EXIT.ok, cut.err);
    const ofPart = await place.document([...args, "--partition", parts]);
    for (const [i, { loss }] of document.epochs.entries()) {
      assert.ok(
        Math.abs(loss - ofPart.epochs[i].loss) < 1e-5,
        `epoch ${i + 1}: ${loss}, ${ofPart.epochs[i].loss}`,
      );
    }
  }));

Deno.test("data that are drawn at random are said to be, on one device, on ranks and on a partition of one's own", () =>
  inPlace(async (place) => {
    const note = /^note: drawn at random: features$/m, own = join(place.folder, "own");
    const args = [DATASET, ...SMALL, "--epochs", "1"];
    for (const ranks of [[], ["--full-batch"], ["--ranks", "2"]]) {
      const given = ranks[0] === "--full-batch" ? [DATASET, "--hidden", "8", "--epochs", "1"] : args;
      const { code, out, err } = await place.train([...given, ...ranks]);
      assert.equal(code, EXIT.ok, err);
      assert.match(out, note);
      const record = /^record: (.*)$/m.exec(out)![1];
      assert.deepEqual(JSON.parse(await Deno.readTextFile(record)).drawn, ["features"]);
      assert.match((await place.train([...given, ...ranks, "--json"])).err, note);
    }
    const pairs = Array.from({ length: 60 }, (_, v) => `${v} ${(7 * v + 1) % 60}\n`).join("");
    await Deno.writeTextFile(join(place.folder, "mine.txt"), pairs);
    const cut = await place.run(
      ["partition", "mine.txt", "--parts", "2", "--width", "8", "--classes", "3", "--out", own],
    );
    assert.equal(cut.code, EXIT.ok, cut.err);
    const { out, err } = await place.train(["mine", ...SMALL, "--epochs", "1", "--partition", own]);
    assert.match(out, /^note: drawn at random: features, labels, split$/m, err);
    const byFile = await place.document(["mine.txt", ...SMALL, "--epochs", "1", "--partition", own]);
    assert.equal(byFile.epochs.length, 1);
  }));

Deno.test("a user's file is trained on by its path: drawn data have the sizes that were asked for", () =>
  inPlace(async (place) => {
    const chain = Array.from({ length: 80 }, (_, v) => `${v} ${(7 * v + 1) % 80}\n`).join("");
    await Deno.writeTextFile(join(place.folder, "Mine.txt"), chain);
    const common = ["--epochs", "2", "--hidden", "8", "--device", "wasm", "--classes", "3"];
    const full = ["Mine.txt", ...common, "--full-batch", "--symmetrise"], wide = [...full, "--width", "8"];
    const bare = await place.train(full);
    assert.equal(bare.code, EXIT.missing);
    assert.match(bare.err, /^error: Cannot prepare mine for training: .*pass --width and --classes/m);

    const { code, out, err } = await place.train(wide);
    assert.equal(code, EXIT.ok, err);
    assert.match(out, /^note: mine; on wasm, /m);
    assert.match(out, /^note: drawn at random: features, labels, split$/m);
    const one = await place.document(wide), two = await place.document([...wide, "--ranks", "2"]);
    assert.equal(one.epochs.length, 2);
    for (const [i, { loss }] of one.epochs.entries()) {
      assert.ok(Math.abs(loss - two.epochs[i].loss) < 1e-5, `${loss} and ${two.epochs[i].loss}`);
    }
    const batches = [...wide.filter((flag) => flag !== "--full-batch"), "--fanouts", "3,4"];
    assert.equal((await place.document(batches)).epochs.length, 2);

    // Another size or direction is another training, also over ranks.
    const losses = new Set([one.epochs[1].loss, two.epochs[1].loss]);
    const oneWay = wide.filter((flag) => flag !== "--symmetrise"), narrow = [...full, "--width", "4"];
    const fewer = wide.map((flag) => flag === "3" ? "2" : flag);
    for (const args of [narrow, [...narrow, "--ranks", "2"], oneWay, fewer]) {
      losses.add((await place.document(args)).epochs[1].loss);
    }
    assert.equal([...Deno.readDirSync(join(place.folder, "out"))].length, 7);
    assert.ok(losses.size >= 5, `losses ${[...losses].join(", ")}`);
  }));

Deno.test("full batches: 2 ranks have the losses and accuracies of one", () =>
  inPlace(async (place) => {
    const args = [
      DATASET,
      "--model",
      "gcn",
      "--full-batch",
      "--hidden",
      "8",
      "--epochs",
      "4",
      "--device",
      "wasm",
    ];
    const one = await place.document(args), two = await place.document([...args, "--ranks", "2"]);
    assert.ok(one.epochs[3].loss < one.epochs[0].loss);
    assert.ok(one.epochs[0].phases.aggregation.slowest > 0 && two.epochs[0].phases.exchange.slowest > 0);
    for (const [i, { loss, scores }] of one.epochs.entries()) {
      const other = two.epochs[i];
      assert.ok(Math.abs(loss - other.loss) < 1e-5, `${loss} and ${other.loss}`);
      for (const set of ["train", "validation", "test"] as const) {
        const apart = Math.abs(scores![set]!.accuracy - other.scores![set]!.accuracy);
        assert.ok(apart < 0.005, `${set}: ${apart} apart`);
      }
    }
  }));

const engines = [
  { engine: "local", program: undefined, flags: ["--engine", "local"], ignore: false },
  { engine: "mpi", program: undefined, flags: ["--engine", "mpi"], ignore: !hasMpi },
  {
    engine: "mpirun around it",
    program: [findLauncher() ?? "mpirun", "--oversubscribe", "-n", "2"],
    flags: [],
    ignore: !hasMpi,
  },
];

for (const { engine, flags, ignore } of [{ engine: "one device", flags: [], ignore: false }, ...engines]) {
  if (engine === "mpirun around it") continue;
  Deno.test({
    name: `a run that has nothing left to train leaves the record as it is: ${engine}`,
    ignore,
    fn: () =>
      inPlace(async (place) => {
        const args = [DATASET, ...SMALL, ...(flags.length > 0 ? ["--ranks", "2", ...flags] : [])];
        const { out, err } = await place.train([...args, "--epochs", "3"]);
        const path = /^record: (.*)$/m.exec(out)?.[1];
        assert.ok(path !== undefined, err);
        const record = await Deno.readTextFile(path), document: TrainingDocument = JSON.parse(record);
        assert.equal(document.epochs.length, 3);
        for (const epochs of [3, 2]) {
          const again = await place.document([...args, "--epochs", `${epochs}`]);
          assert.deepEqual(again.epochs, document.epochs.slice(0, epochs));
          assert.deepEqual(again.peaks, document.peaks);
          assert.equal(await Deno.readTextFile(path), record);
        }
        await Deno.remove(path);
        assert.equal((await place.document([...args, "--epochs", "3"])).epochs.length, 3);
        assert.equal(JSON.parse(await Deno.readTextFile(path)).epochs.length, 3);
      }),
  });
}

let whole: Promise<ReturnType<typeof learned>> | undefined;

/** Losses and scores of the same training by local ranks without an interruption, for all engines. */
function learnedWhole(): Promise<ReturnType<typeof learned>> {
  const args = [DATASET, ...SMALL, "--ranks", "2", "--delay", "2", "--epochs", "3"];
  return whole ??= inPlace(async (place) => learned(await place.document(args)));
}

for (const { engine, program, flags, ignore } of engines) {
  Deno.test({
    name:
      `2 ranks, ${engine}: each on its own part, interrupted after an epoch and resumed with the same losses`,
    ignore,
    fn: () =>
      inPlace(async (place) => {
        const ranks = program ? flags : ["--ranks", "2", ...flags];
        const args = [DATASET, ...SMALL, ...ranks, "--delay", "2"];
        const told = await place.train([...args, "--epochs", "1"], program);
        assert.equal(told.code, EXIT.ok, told.err);
        for (const rank of [0, 1]) {
          assert.match(told.out, new RegExp(`^rank ${rank}: .*wasm.*1 thread.*part of`, "m"));
        }
        assert.match(told.out, /^epoch 1\/1 .*\d+(\.\d)?\/\d+(\.\d)?\/\d/m);
        const resumed = await place.document([...args, "--epochs", "3"], program);
        assert.deepEqual(
          resumed.ranks.map(({ rank }) => rank),
          [0, 1],
        );
        assert.ok(resumed.ranks.every(({ halo }) => halo > 0));
        assert.equal(resumed.peaks?.length, engine === "local" ? undefined : 2);
        assert.ok(resumed.epochs[2].counts["halo rows found"] > 0);
        assert.deepEqual(learned(resumed), await learnedWhole());
      }),
  });
}

for (const engine of RANK_ENGINES) {
  Deno.test({
    name: `2 ranks, ${engine}: sampling across ranks asks for neighbours and drops none of them`,
    ignore: engine === "mpi" && !hasMpi,
    fn: () =>
      inPlace(async (place) => {
        const args = [DATASET, ...SMALL, "--ranks", "2", "--engine", engine, "--epochs", "2"];
        const { epochs } = await place.document([...args, "--policy", "distdgl"]);
        assert.equal(epochs.length, 2);
        for (const { counts } of epochs) {
          assert.equal(counts["dropped edges"], 0);
          assert.ok(counts["sent bytes"] > 0);
        }
        const drop = await place.document([...args, "--policy", "drop"]);
        assert.ok(drop.epochs[0].counts["dropped edges"] > 0);
      }),
  });
}

Deno.test("a rank whose part is damaged ends the training with its number and the file, and nobody hangs", () =>
  inPlace(async (place) => {
    const args = [DATASET, ...SMALL, "--ranks", "2", "--epochs", "1"];
    const anew = args.with(args.indexOf("--hidden") + 1, "4");
    await place.document(args);
    const [{ name }] = [...Deno.readDirSync(join(place.folder, "cache", "partitions"))];
    const cached = join(place.folder, "cache", "partitions", name), own = join(place.folder, "own");
    await Deno.rename(cached, own);
    const path = join(own, "part-0001", "features.npy"), bytes = await Deno.readFile(path);
    bytes[bytes.length - 1] ^= 1;
    await Deno.writeFile(path, bytes);
    const { code, err } = await place.train([...anew, "--partition", own]);
    assert.equal(code, EXIT.missing);
    assert.match(err, /rank 1 dead: DataError: .*features\.npy/);
    await Deno.rename(own, cached);
    const mended = await place.train(anew);
    assert.equal(mended.code, EXIT.ok, mended.err);
    assert.match(mended.out, /^note: cutting .* again: a file of those in the cache is damaged$/m);
  }));

for (const engine of RANK_ENGINES) {
  Deno.test({
    name: `${engine}: a rank that waits for longer than --stall ends the training and says for how long`,
    ignore: engine === "mpi" && !hasMpi,
    fn: () =>
      inPlace(async (place) => {
        const limit = ["--engine", engine, "--ranks", "2", "--stall", "0.001s"];
        const { code, err } = await place.train([DATASET, ...SMALL, ...limit]);
        assert.equal(code, EXIT.failed, err);
        assert.match(err, /rank \d dead: waited \d+ s to /);
      }),
  });
}

Deno.test("a partition of another dataset or number of parts, and flags that contradict each other, are refused", () =>
  inPlace(async (place) => {
    await place.document([DATASET, ...SMALL, "--ranks", "2", "--epochs", "1"]);
    const parts = join(place.folder, "cache", "partitions");
    const [folder] = [...Deno.readDirSync(parts)];
    const partition = ["--partition", join(parts, folder.name)];
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [["cora", ...partition], /parts of reddit@1\/256, wanted parts of cora/],
      [[DATASET, ...partition, "--ranks", "3"], /2 parts, wanted 3/],
      [[DATASET, ...partition, "--width", "8"], /--width with --partition.*Next: pass it to partition/],
      [[DATASET, "--ranks", "2", "--full-batch", "--batch-size", "9"], /--batch-size with --full-batch/],
      [[DATASET, "--ranks", "2", "--policy", "distdgl", "--delay", "2"], /--delay with --policy distdgl/],
      [[DATASET, "--model", "transformer"], /sage, gat, gcn or gin/],
      [[DATASET, "--fanouts", "3,x"], /whole number/],
      [[DATASET, "--learning-rate", "-1"], /number above 0/],
    ];
    for (const [args, message] of refused) {
      const { code, err } = await place.train(args);
      assert.equal(code, EXIT.usage, `${args.join(" ")}: ${err}`);
      assert.match(err, message);
    }
    const { epochs } = await place.document([DATASET, ...partition, ...SMALL, "--epochs", "1"]);
    assert.equal(epochs.length, 1);
  }));

Deno.test("a device that is refused leaves no folder of a training, and no dataset cut for its ranks", () =>
  inPlace(async (place) => {
    const refused: readonly (readonly [readonly string[], number, RegExp])[] = [
      [["--device", "x86", "--adapter", "1"], EXIT.usage, /^error: Cannot open device "x86"/m],
      [["--device", "wasm", "--device-memory", "1KiB"], EXIT.missing, /^error: .*1 KiB/m],
      [
        ["--device", "wasm", "--webgpu", "dawn", "--ranks", "2"],
        EXIT.usage,
        /^error: Cannot open device "wasm"/m,
      ],
      [["--device", "webgpu", "--ranks", "2"], EXIT.usage, /^error: Cannot train local ranks on webgpu/m],
    ];
    for (const [flags, wanted, message] of refused) {
      const { code, err } = await place.train([DATASET, ...flags]);
      assert.equal(code, wanted, `${flags.join(" ")}: ${err}`);
      assert.match(err, message);
    }
    assert.deepEqual([...Deno.readDirSync(join(place.folder, "out"))], []);
    assert.throws(() => Deno.statSync(join(place.folder, "cache", "partitions")), Deno.errors.NotFound);
  }));
