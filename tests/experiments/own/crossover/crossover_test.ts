import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MAPS, prediction } from "../../../../experiments/own/crossover/prediction.ts";
import { crossoverFindings } from "../../../../experiments/own/crossover/sentences.ts";
import { profileOf, PROFILES } from "../../../../experiments/profiles.ts";
import { repro } from "../../../../experiments/session/repro.ts";
import type { Row } from "../../../../results/row.ts";
import { readSession } from "../../../../results/store/store.ts";

Deno.test("standard plans sixteen coarse points or fewer a map, and no prediction before there are rows", () => {
  for (const map of MAPS) {
    const planned = map.workloads(PROFILES.standard);
    assert.ok(planned.length >= 12 && planned.length <= 16, `${map.id}: ${planned.length}`);
    assert.deepEqual(map.furtherWorkloads!(PROFILES.standard, []), []);
  }
  assert.deepEqual(prediction.workloads(PROFILES.standard), []);
  assert.deepEqual(prediction.furtherWorkloads!(PROFILES.standard, []), []);
  assert.deepEqual(crossoverFindings([]), []);
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
    const { rows } = await readSession(join(out, "maps"));
    const smoke = profileOf("smoke"), cells = new Set(rows.map(({ cell }) => cell));
    for (const map of MAPS) {
      const own = rows.filter(({ suite }) => suite === map.id);
      for (const { id } of [...map.workloads(smoke), ...map.furtherWorkloads!(smoke, rows)]) {
        assert.ok(cells.has(`${map.id}:${id}:${map.baseline}`), `${map.id} ${id}`);
      }
      const times = own.filter(({ metric, status }) => metric === "time" && status === "ok");
      assert.ok(times.length >= 12 && times.every(({ checked_rows }) => Number(checked_rows) > 0));
      // The fastest is compared with the second, all others with the fastest.
      const leads = Map.groupBy(
        own.filter(({ metric }) => metric === "lead"),
        ({ factors }) => placeOf(factors),
      );
      for (const point of leads.values()) {
        assert.ok(point.filter(({ median }) => median! < 1).length <= 1);
      }
      const slug = map.id.replace("/", "-");
      assert.ok(existsSync(join(out, "maps", "plots", `${slug}-1-1.svg`)), slug);
    }
    const judged = rows.filter(({ suite, metric, status }) =>
      suite === prediction.id && metric === "right_winners" && status === "ok"
    );
    assert.equal(judged.length, 2 * MAPS.length);
    assert.ok(judged.every(({ source, median }) => source === "modelled" && median! >= 0 && median! <= 100));
    const findings = crossoverFindings(rows);
    assert.deepEqual(findings.map(({ suite }) => suite), MAPS.map(({ id }) => id));
    for (const { sentences } of findings) {
      assert.match(sentences[0], /^Fastest of \d+ measured points: /);
      assert.match(sentences.at(-1)!, /^A cost model fitted on \d+ points names the fastest at /);
    }
    assert.ok(findings[1].sentences.some((sentence) => sentence.startsWith("With preparation: Fastest of")));

    await repro(options);
    const again = await readSession(join(out, "maps"));
    assert.deepEqual(attempts(again.rows), attempts(rows));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

/** Factors of the workload alone. */
function placeOf(factors: string): string {
  return factors.split(";").filter((factor) => !/^(kernel|ordering)=/.test(factor)).join(";");
}

const attempts = (rows: readonly Row[]) =>
  rows.map(({ cell, metric, attempt }) => `${cell} ${metric} ${attempt}`);
