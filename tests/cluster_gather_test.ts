/**
 * The cluster recipe's command that gathers the logs of ranks.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EXIT } from "../platform/errors.ts";
import { parseCsv } from "../platform/files/csv.ts";
import { compareCommand } from "../results/compare/compare_command.ts";
import { readSession } from "../results/store/store.ts";
import { inPlace } from "./train_place.ts";

const GATHER = fileURLToPath(new URL("../examples/cluster/gather.ts", import.meta.url));

async function gather(...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", GATHER, ...args],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

Deno.test("a folder that is not there is a sentence and exit code 3", () =>
  inPlace(async ({ folder }) => {
    const { code, err } = await gather(join(folder, "figures"), join(folder, "no-such"));
    assert.equal(code, EXIT.missing, err);
    assert.match(err, /^error: Cannot gather the logs of ranks: found .*no-such.*, wanted .+\. Next: .+\n$/);
  }));

Deno.test("the logs of all ranks become a session with its report, which says who stopped", () =>
  inPlace(async (place) => {
    const small = ["--hidden", "8", "--fanouts", "3,4", "--batch-size", "32", "--device", "wasm"];
    const { ranks, epochs } = await place.document([
      "reddit@1/256",
      ...small,
      "--ranks",
      "2",
      "--epochs",
      "2",
    ]);
    const [{ name }] = [...Deno.readDirSync(join(place.folder, "out"))];
    const logs = join(place.folder, "out", name, "ranks"), figures = join(place.folder, "figures");
    const whole = await gather(figures, logs);
    assert.equal(whole.code, 0, whole.err);
    assert.match(whole.out, /^reddit@1\/256: 2 ranks \(local\), 2 epochs$/m);
    const file = join(figures, "ranks.csv"),
      { records: rows } = parseCsv(await Deno.readTextFile(file), { file });
    assert.deepEqual(rows.map(({ rank, epoch }) => `${rank}:${epoch}`), ["0:1", "0:2", "1:1", "1:2"]);
    for (const { rank, epoch, ...row } of rows) {
      assert.equal(Number(row["part bytes"]), ranks[Number(rank)].memory.part);
      const { fastest, slowest } = epochs[Number(epoch) - 1].phases.compute;
      assert.ok([fastest, slowest].includes(Number(row["compute ms"])));
    }
    const taken = join(place.folder, "taken"), mine = join(taken, "ranks.csv");
    Deno.mkdirSync(taken);
    Deno.writeTextFileSync(mine, "rank,title\n1,mine\n");
    const refused = await gather(taken, logs);
    assert.equal(refused.code, EXIT.usage, refused.err);
    assert.match(
      refused.err,
      /found ranks\.csv there, which this program did not write.+name another folder/,
    );
    assert.equal(Deno.readTextFileSync(mine), "rank,title\n1,mine\n");
    const { document, rows: all, samples } = await readSession(figures);
    assert.ok(document.finished);
    assert.match(document.suites[0].answers![0], /^On reddit@1\/256 with 2 ranks \(local\), an epoch takes /);
    const row = (metric: string, contender: string) =>
      all.find((each) => each.metric === metric && each.contender === contender)!;
    const parts = ranks.map(({ memory }) => memory.part);
    assert.deepEqual(
      ["slowest", "fastest"].map((contender) => row("part_bytes", contender).median),
      [Math.max(...parts), Math.min(...parts)],
    );
    assert.equal(row("epoch_time", "slowest").n, 2);
    assert.deepEqual(
      samples.filter(({ cell, metric }) => metric === "epoch_time" && cell.endsWith(":slowest"))
        .map(({ value }) => value),
      epochs.map(({ seconds }) => 1000 * seconds.slowest),
    );
    assert.match(await Deno.readTextFile(join(figures, "report.html")), /Training over ranks/);
    const beside = join(place.folder, "figures-again");
    assert.equal((await gather(beside, logs)).code, 0);
    const { comparison } = await compareCommand({ root: place.folder, sessions: [figures, beside] });
    const { cells, conditions } = comparison.pairs[0];
    assert.deepEqual(conditions, []);
    assert.equal(cells.length, all.length);

    // Rank 1 was ended while it wrote its last line.
    const path = join(logs, "rank-0001.jsonl"), text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.slice(0, -9));
    assert.match((await gather(figures, logs)).out, /^rank 1: stopped at epoch 1 of 2, on /);
    await Deno.remove(join(logs, "rank-0000.jsonl"));
    assert.match((await gather(figures, logs)).out, /^rank 0: no log$/m);
    const none = await gather(figures, figures);
    assert.deepEqual([none.code, /found none/.test(none.err)], [EXIT.missing, true]);
  }));
