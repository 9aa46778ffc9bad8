/**
 * Refusal of sums that fixed point on the CPU would resolve too coarsely.
 *
 * @module
 */
import type { WasmDevice } from "../../../hardware/cpu/device.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { PlanArrays } from "../../plans/plan_wasm.ts";
import type { WasmGroups } from "../plans/group_plan_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { refuseNotFinite } from "./finite_operands.ts";
import { neighborGroupFixed } from "./kernel.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Addresses of what the scales depend on. */
export interface ScaleArguments {
  /** Address of the exponent bounds of rows. */
  readonly bounds: number;
  /** Address of the largest |x| of each column, as it is now. */
  readonly largest: number;
}

/**
 * Refuses operands whose sums are too coarse in fixed point for the bound of the check, or not finite.
 *
 * @throws {MissingError} naming the first number that is not finite, or the number of rows.
 */
export async function refuseCoarseSums(
  device: WasmDevice,
  operands: SpmmOperandsOf["wasm"],
  { args, allRows }: WasmGroups,
  scales: ScaleArguments,
  arrays: PlanArrays,
): Promise<void> {
  const misfits = arrays.reserve("rows that do not fit", 4);
  device.clear(misfits);
  const all = { ...args, ...scales, misfits: misfits.address };
  device.parallel(spmmWasm.call("neighbor_group_misfits", allRows, all));
  const [unfit] = new Uint32Array(await device.read(misfits));
  if (unfit === 0) return;
  await refuseNotFinite(neighborGroupFixed.id, device, operands);
  throw precisionError(unfit);
}

function precisionError(rows: number): MissingError {
  return new MissingError({
    action: "add neighbour groups in fixed point",
    current: `${
      plural(rows, "row")
    } with sums so small beside what they could be that 31 bits are too coarse for them`,
    wanted: "an error below the check's bound in every entry",
    next: "use neighbor-group or neighbor-group-cas, larger groups, or features of like size within a column",
  });
}
