/**
 * ID maps in machine code. Emptying the table and adding up the sums of blocks stay WebAssembly: the one is
 * bound by memory, the other takes no time.
 *
 * @module
 */
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelIdentity, type KernelOn, kernelOn } from "../../kernel.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { idMapWasm } from "../id_map_bindings.ts";
import { TABLE_PARAMETERS, type TableShape } from "../table.ts";
import { type MapLaunch, type MapSteps, planMap, type PrepareStep } from "./map_plan.ts";
import { type EmitStep, MAP_LAYOUT } from "./table_x86.ts";
import { emitTranslate } from "./translate_x86.ts";

/** Tables that stand for all others in a kernel's source. */
const SOURCE_SHAPES: readonly TableShape[] = [{ slots: 2 ** 12, shift: 20 }, { slots: 5, shift: 0 }];

/** Steps in machine code, by name. */
type StepCodes = Readonly<Partial<Record<MapLaunch["fn"], EmitStep>>>;

function stepsOn(device: X86Device, codes: StepCodes): PrepareStep {
  return (fn, items, shape, { arrays, plan }) => {
    const emit = codes[fn];
    if (emit === undefined) return undefined;
    const { sizes, ids, unique, local, counters, table, sums } = arrays;
    return machineCall(
      device,
      plan,
      { layout: MAP_LAYOUT, code: emittedCode(device, emit, shape) },
      items,
      {
        sizes: device.pointer(sizes.address),
        ids: device.pointer(ids.address),
        unique: device.pointer(unique.address),
        local: device.pointer(local.address),
        counters: device.pointer(counters.address),
        table: device.pointer(table.address),
        sums: device.pointer(sums.address),
      },
    );
  };
}

/** Builds the part of a kernel that all ID maps in machine code have in common. */
export function mapInMachineCode(
  identity: KernelIdentity,
  { codes: own, ...steps }: MapSteps & { readonly codes: StepCodes },
): KernelOn<"x86", IdMapOperandsOf> {
  const codes: StepCodes = { ...own, translate: emitTranslate };
  const sources = Object.values(codes).map((emit) => emittedSource(SOURCE_SHAPES, emit));
  return kernelOn("x86", identity, {
    source: () => [idMapWasm.digest, ...sources.map((source) => source())].join(" "),
    parameters: TABLE_PARAMETERS,
    prepare: (device, operands, parameters) =>
      planMap(device, operands, { ...steps, parameters, prepareStep: stepsOn(device, codes) }),
  });
}
