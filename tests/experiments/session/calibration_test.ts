/** Rounds of an A/A run. @module */
import assert from "node:assert/strict";
import { calibrate } from "../../../experiments/session/calibration.ts";
import { calibrationMeans } from "../../../experiments/session/calibration_means.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { testLab } from "../lab.ts";

Deno.test("an A/A run goes on to the most rounds of its profile, however narrow its intervals are", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device, { comparisonMs: 60_000, rounds: 5, maxRounds: 9, narrow: 1e9 });
    const { aaRounds } = await calibrate(lab, calibrationMeans(device));
    assert.equal(aaRounds, 9);
  } finally {
    device.close();
  }
});
