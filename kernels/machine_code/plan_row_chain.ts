/**
 * Plans that run together, block of rows by block of rows: what one wrote is still in a core's cache when the
 * next one reads it.
 *
 * @module
 */
import type { WasmBuffer } from "../../hardware/cpu/device.ts";
import type { X86Device } from "../../hardware/cpu/x86/device.ts";
import { chainArguments, emitRowChain } from "../../hardware/cpu/x86/kernel/row_chain.ts";
import { emittedCode } from "./emitted_code.ts";
import type { Plan } from "../kernel.ts";
import type { RowWork } from "../plans/row_work.ts";

/**
 * Chains works, one or more, of equally many rows: each needs no more of what the earlier ones write than the
 * rows of the block, and writes nothing that they read or write.
 *
 * @param blockRows Rows of a block, a multiple of what `commonRows` returns.
 * @throws {OutOfMemoryError} where the device has no room for the arguments.
 */
export function planRowChain(device: X86Device, works: readonly RowWork[], blockRows: number): Plan {
  const calls = works.flatMap((work) => work.calls);
  const args = chainArguments(calls.map(({ call, rows, items }) => ({
    code: call.code,
    block: device.pointer(call.block.address),
    itemsPerBlock: blockRows / rows * items,
    items: call.items,
  })));
  const block: WasmBuffer = device.allocate("arguments of a chain", args.byteLength);
  device.write(block, args);
  const code = device.install(emittedCode(device, emitChain, calls.length));
  const call = { code, block, items: Math.ceil(works[0].rows / blockRows), itemsPerBlock: 1 };
  return {
    run: () => {
      for (const { before } of works) before?.();
      device.execute(call);
      for (const { after } of works) after?.();
    },
    destroy: () => device.free(block),
  };
}

/** Code of a chain; no instruction of it depends on the instruction set. */
const emitChain = (_isa: string, calls: number) => emitRowChain(calls);
