/**
 * A program that loads or stores one word at an offset from a region of 5,000 bytes.
 *
 * @module
 */
import { Assembler } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, rax, rsi } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import { ExecutableMemory } from "../../../../hardware/cpu/x86/executable_memory.ts";
import { GuardedRegion } from "./guarded_region.ts";
import { openMachineCaller } from "../../../../hardware/cpu/x86/machine_call.ts";

const [access, side, offset] = Deno.args;
const region = new GuardedRegion(5000, side as "start" | "end");
const a = new Assembler();
if (access === "store") a.mov(mem(rsi), low(rax));
else a.mov(low(rax), mem(rsi));
a.ret();
const code = new ExecutableMemory(a.finish().bytes);
console.log("touching");
openMachineCaller()(code.address, region.address + BigInt(offset), 0, 0);
console.log("touched");
