import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MAPS, PREDICTED_MAPS } from "../../../../experiments/own/crossover/predicted_maps.ts";
import { prediction } from "../../../../experiments/own/crossover/prediction.ts";
import { profileOf, PROFILES } from "../../../../experiments/profiles.ts";
import { repro } from "../../../../experiments/session/repro.ts";
import type { Row } from "../../../../results/row.ts";
import { readSession } from "../../../../results/store/store.ts";

/** Factors of contenders. */
const OF_CONTENDERS = /^(kernel|ordering|backward|map|match|reorder|cache)=/;

Deno.test("standard plans sixteen coarse points or fewer a map beside known machines, and no prediction before there are rows", () => {
  for (const map of MAPS) {
    const planned = map.workloads(PROFILES.standard).filter(({ x }) => !Number.isNaN(x));
    assert.ok(planned.length >= 9 && planned.length <= 16, `${map.id}: ${planned.length}`);
    assert.deepEqual(map.furtherWorkloads!(PROFILES.standard, []), []);
  }
  assert.deepEqual(prediction.workloads(PROFILES.standard), []);
  assert.deepEqual(prediction.furtherWorkloads!(PROFILES.standard, []), []);
  assert.deepEqual(prediction.answers!([]), []);
});

Deno.test("a smoke run measures, refines, predicts, draws and speaks, and a second one repeats nothing", async () => {
  const out = await Deno.makeTempDir();
  try {
    const options = {
      papers: ["own"],
      artifact: "crossover",
      profile: "smoke",
      device: "wasm",
      session: "maps",
      out,
      quiet: true,
    } as const;
    const { left } = await repro(options);
    assert.equal(left, 0);
    const { rows, samples, document } = await readSession(join(out, "maps"));
    const smoke = profileOf("smoke"), cells = new Set(rows.map(({ cell }) => cell));
    for (const map of MAPS) {
      assert.ok(existsSync(join(out, "maps", "plots", `${map.id.replace("/", "-")}-1-1.svg`)), map.id);
      const own = rows.filter(({ suite }) => suite === map.id);
      for (const { id } of [...map.workloads(smoke), ...map.furtherWorkloads!(smoke, rows)]) {
        assert.ok(cells.has(`${map.id}:${id}:${map.baseline}`), `${map.id} ${id}`);
      }
      // A map that is not predicted is modelled: nothing of it is timed.
      if (PREDICTED_MAPS.every(({ suite }) => suite.id !== map.id)) {
        assert.ok(
          own.length > 0 && own.every(({ source, checked_rows }) => source === "modelled" && !checked_rows),
        );
        continue;
      }
      const times = own.filter(({ metric, status }) => metric === "time" && status === "ok");
      assert.ok(times.length >= 12, `${times.length} times`);
      assert.ok(times.every(({ checked_rows }) => Number(checked_rows) > 0));
      // Round by round, the fastest is compared with the second and all others with the fastest.
      const roundsOf = ({ cell }: Row, metric: string) =>
        samples.filter((sample) => sample.cell === cell && sample.metric === metric).map(({ value }) =>
          value
        );
      for (const point of Map.groupBy(times, ({ factors }) => placeOf(factors)).values()) {
        const [first, second] = point.toSorted((x, y) => x.median! - y.median!);
        for (const row of point) {
          const best = roundsOf(row === first ? second : first, "time");
          const expected = roundsOf(row, "time").map((ms, round) => ms / best[round]);
          const lead = roundsOf(row, "lead");
          assert.equal(lead.length, expected.length, row.cell);
          for (const [round, ratio] of lead.entries()) {
            assert.ok(Math.abs(ratio / expected[round] - 1) < 1e-6, `${row.cell}, round ${round}: ${ratio}`);
          }
        }
      }
    }
    const judged = rows.filter(({ suite, metric, status }) =>
      suite === prediction.id && metric === "right_winners" && status === "ok"
    );
    assert.equal(judged.length, 2 * PREDICTED_MAPS.length);
    assert.ok(judged.every(({ source, median }) => source === "modelled" && median! >= 0 && median! <= 100));
    const { answers } = document.suites.find(({ id }) => id === prediction.id)!;
    assert.equal(answers!.length, PREDICTED_MAPS.length);
    const report = await Deno.readTextFile(join(out, "maps", "report.html"));
    for (const [i, { suite: { id } }] of PREDICTED_MAPS.entries()) {
      const name = id.slice("own/crossover-".length);
      const sentence = new RegExp(
        `^On the map \u201c${name}\u201d a cost model fitted on \\d+ points names the fastest at `,
      );
      assert.match(answers![i], sentence);
      assert.ok(report.includes(`<li class="answer">${answers![i]}</li>`), answers![i]);
    }
    // Maps of techniques answer with the regions of claims, and with the signs that were stated.
    for (const map of MAPS.filter((each) => each.answers !== undefined)) {
      const own = document.suites.find(({ id }) => id === map.id)!.answers!;
      assert.ok(
        own.some((sentence) => /^Region of claim (eppgcn|fastgl)\.q\./.test(sentence)),
        own.join(" "),
      );
      assert.ok(own.some((sentence) => sentence.startsWith("Stated beforehand: ")), own.join(" "));
      for (const sentence of own) assert.ok(report.includes(sentence.replaceAll("'", "&#39;")), sentence);
    }
    // One map is drawn twice: without and with its preparation.
    assert.ok(report.match(/Fastest of \d+ (measured|modelled) points: /g)!.length > MAPS.length);

    await repro(options);
    const again = await readSession(join(out, "maps"));
    assert.deepEqual(attempts(again.rows), attempts(rows));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

/** Factors of the workload alone. */
function placeOf(factors: string): string {
  return factors.split(";").filter((factor) => !OF_CONTENDERS.test(factor)).join(";");
}

const attempts = (rows: readonly Row[]) =>
  rows.map(({ cell, metric, attempt }) => `${cell} ${metric} ${attempt}`);
