import assert from "node:assert/strict";
import { type Lab, NO_DATASET } from "../../../experiments/lab.ts";
import { deviceLoans, OperandLoans, rotatingCopies } from "../../../experiments/trials/operand_sets.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { Device } from "../../../hardware/device.ts";
import { fitTogether } from "../../../hardware/measuring/measure.ts";
import { testLab } from "../lab.ts";

const MATRIX = { rows: 2, cols: 2, rowPtr: Uint32Array.of(0, 1, 2), colIdx: Uint32Array.of(1, 0) };

Deno.test("operands of the same arrays are staged once, and released by the last who gives them back", () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const loans = new OperandLoans(device);
    const problem = { matrix: MATRIX, features: Float32Array.of(1, 2), width: 1 };
    const first = loans.borrow(problem), { live } = device.ledger;
    const second = loans.borrow({ ...problem });
    assert.equal(second.operands, first.operands);
    assert.equal(device.ledger.live, live);
    const other = loans.borrow({ ...problem, features: Float32Array.of(1, 2) });
    assert.notEqual(other.operands, first.operands);
    other.giveBack();
    const otherMatrix = loans.borrow({ ...problem, matrix: { ...MATRIX } });
    assert.notEqual(otherMatrix.operands, first.operands);
    otherMatrix.giveBack();
    first.giveBack();
    assert.equal(device.ledger.live, live, "one borrower is left");
    second.giveBack();
    assert.equal(device.ledger.live, 0);
    const again = loans.borrow(problem);
    assert.notEqual(again.operands, first.operands);
    again.giveBack();
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("two sessions in one process lend each other nothing, and neither do two devices", async () => {
  const [device, beside] = [openWasmDevice({ threads: 1 }), openWasmDevice({ threads: 1 })];
  try {
    const [one, other] = [testLab(device), testLab(device)];
    const loans = async (lab: Lab, of = device) => (await lab.once(deviceLoans, NO_DATASET, {}))(of);
    assert.equal(await loans(one), await loans(one));
    assert.notEqual(await loans(one), await loans(one, beside));
    assert.notEqual(await loans(one), await loans(other));
  } finally {
    device.close();
    beside.close();
  }
});

Deno.test("eight trials whose sets rotate stay on a device together, however large its cache is", () => {
  const device = {
    cacheBytes: 300 * 2 ** 20,
    limits: { memoryBytes: 2 ** 32 },
    ledger: { live: 0, peak: 0 },
  } as unknown as Device;
  for (const setBytes of [2 ** 20, 72 * 2 ** 20, 300 * 2 ** 20]) {
    const copies = rotatingCopies({ device, profile: PROFILES.standard }, setBytes);
    const trials = Array.from({ length: 8 }, (_, i) => ({
      id: String(i),
      bytes: copies * setBytes,
      prepare: () => Promise.reject(new Error("is not prepared")),
    }));
    assert.ok(copies >= 1 && fitTogether(device, trials), `${copies} sets of ${setBytes} bytes`);
  }
});
