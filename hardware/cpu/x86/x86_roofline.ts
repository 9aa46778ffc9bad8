/**
 * Roofline of the CPU by machine code with this device's threads: multiply-adds on vectors of the instruction
 * set. Streams are those of WebAssembly's probe, whose arrays exceed the caches: memory bounds them, not the
 * width of vectors.
 *
 * @module
 */
import type { Roofline } from "../../models/roofline.ts";
import { bestMs, measureBandwidth, multiplyAddItems } from "../wasm_roofline.ts";
import type { MachineCode } from "./assembler/assembler.ts";
import { low, mem } from "./assembler/operand.ts";
import type { X86Device } from "./device.ts";
import type { InstructionSet } from "./instruction_set.ts";
import { ArgumentLayout } from "./kernel/argument_layout.ts";
import { emitKernel } from "./kernel/kernel_builder.ts";
import { loop } from "./kernel/loop.ts";

/** Arguments of {@linkcode emitMultiplyAdds}: where the sums go, and the factor whose square is added. */
export const MULTIPLY_ADD_LAYOUT = new ArgumentLayout({ out: "u64", factor: "f32" });

/** Rounds of an item. */
const ROUNDS = 4096;
/** Sums that are under way at once: five cycles of latency times two units, and some. */
const SUMS = 12;

/** Multiply-adds of an item, of one lane or of all. */
export function multiplyAdds(isa: InstructionSet): { readonly lane: number; readonly item: number } {
  return { lane: ROUNDS * SUMS, item: ROUNDS * SUMS * (isa === "avx512" ? 16 : 8) };
}

/**
 * Emits the probe: each item adds the square of the factor to every lane, {@linkcode multiplyAdds} times, and
 * writes the lanes' sums.
 */
export function emitMultiplyAdds(isa: InstructionSet): MachineCode {
  return emitKernel(isa, MULTIPLY_ADD_LAYOUT, (kernel) => {
    const { a, begin, end, lanes } = kernel;
    const out = kernel.argument("out"), factor = kernel.scalar("factor");
    const sums = Array.from({ length: SUMS }, (_, at) => kernel.vector(`sum ${at}`));
    const round = kernel.general("round"), rounds = kernel.general("rounds");
    kernel.moveToBegin(out, 4 * lanes);
    a.mov(low(rounds), ROUNDS);
    loop(kernel, { name: "item", at: begin, end, step: 1, along: [[out, 4 * lanes]] }, () => {
      for (const sum of sums) a.vxorps(sum, sum, sum);
      a.xor(low(round), low(round));
      loop(kernel, { name: "round", at: round, end: rounds, step: 1 }, () => {
        for (const sum of sums) a.vfmadd231ps(sum, factor, factor);
      });
      for (const sum of sums.slice(1)) a.vaddps(sums[0], sums[0], sum);
      a.vmovups(mem(out), sums[0]);
    });
  });
}

/**
 * Measures the device: the best of as many rounds as a fifth of a second allows for each limit.
 *
 * @throws {OutOfMemoryError} where the arena has less than 4 KiB left.
 */
export async function probeX86Roofline(device: X86Device): Promise<Roofline> {
  const bandwidthGBs = await measureBandwidth(device);
  const { bytes } = MULTIPLY_ADD_LAYOUT, { item } = multiplyAdds(device.isa);
  const { items, block: itemsPerBlock } = multiplyAddItems(device.threads);
  const out = device.allocate("roofline sums", 4 * 16 * items);
  const block = device.allocate("roofline arguments", bytes);
  try {
    device.write(block, MULTIPLY_ADD_LAYOUT.pack({ out: device.pointer(out.address), factor: 0.5 }));
    const code = device.install(emitMultiplyAdds(device.isa));
    const ms = await bestMs(device, () => device.execute({ code, block, items, itemsPerBlock }));
    return { bandwidthGBs, gflops: 2 * items * item / (ms * 1e6) };
  } finally {
    device.free(block);
    device.free(out);
  }
}
