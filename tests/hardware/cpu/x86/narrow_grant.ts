/**
 * A program that runs machine code and says what it is refused.
 *
 * @module
 */
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import { GuardedRegion } from "./guarded_region.ts";
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";
import { emitIncrement } from "./increment.ts";

const { isa, reason } = instructionSet();
console.log(isa, reason ?? "");
try {
  using words = new GuardedRegion(12), block = new GuardedRegion(8);
  using code = new ExecutableMemory(emitIncrement());
  block.write(BigUint64Array.of(words.address));
  openMachineCaller()(code.address, block.address, 0, 2);
  console.log(`incremented ${words.read(new Uint32Array(3))}`);
} catch (error) {
  console.log(`${error}`);
}
