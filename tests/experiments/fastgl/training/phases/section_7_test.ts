/** Claims about memory IO over links: the lines fall or rise, and cross 1 where they turn. @module */
import assert from "node:assert/strict";
import { section7 } from "../../../../../experiments/fastgl/training/phases/section_7.ts";
import { PROFILES } from "../../../../../experiments/profiles.ts";
import { ANY_LINK } from "../../../../../experiments/fastgl/links/turning_speeds.ts";
import { openWasmDevice } from "../../../../../hardware/cpu/device.ts";
import { medianOf, type Row, type Sample } from "../../../../../results/row.ts";
import { runComparison, testLab } from "../../../lab.ts";

Deno.test("over faster links memory IO leads by less and computation by more, and where a claim turns neither leads", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device), rows: Row[] = [], samples: Sample[] = [];
    for (const workload of section7.workloads(PROFILES.smoke)) {
      const outcome = await runComparison(lab, { suite: section7, workload });
      rows.push(...outcome.rows as Row[]);
      samples.push(...outcome.samples as Sample[]);
    }
    assert.ok(rows.every(({ status, source }) => status === "ok" && source === "modelled"));
    const rowOf = (workload: string, contender: string, metric: string) =>
      rows.find((row) => row.cell === `${section7.id}:${workload}:${contender}` && row.metric === metric)!;
    const value = (...of: Parameters<typeof rowOf>) => medianOf(rowOf(...of));
    const links = [
      "ethernet-10g",
      "ethernet-25g",
      "ethernet-100g",
      "pcie-4-x16",
      "pcie-5-x16",
      "grace-hopper",
    ];
    let crossed = 0;
    for (const { id } of section7.contenders) {
      for (const [claim, sign] of [["naive-io", -1], ["mr-then-computation", 1]] as const) {
        for (const model of ["GCN", "GIN"]) {
          const leads = links.map((link) => value(`${claim}:${model}:${link}`, id, "lead"));
          for (const [i, lead] of leads.slice(1).entries()) {
            assert.ok(sign * (lead - leads[i]) >= -1e-9 * lead, `${claim} ${model} ${id}: ${leads}`);
          }
          const turn = `${claim}:${model}:turn`;
          const roundsOf = (metric: string) =>
            samples.filter((each) => each.cell === `${section7.id}:${turn}:${id}` && each.metric === metric);
          const own = roundsOf("lead");
          for (const [round, { value: gbs }] of roundsOf("link_speed").entries()) {
            // A round may hold over any link, and where nothing is copied.
            if (gbs <= 0 || gbs >= ANY_LINK) continue;
            crossed++;
            assert.ok(
              Math.abs(own[round].value - 1) < 1e-6,
              `${turn} ${id}: ${own[round].value} at ${gbs} GB/s`,
            );
          }
        }
      }
    }
    assert.ok(crossed >= 6, `${crossed} lines cross 1`);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
