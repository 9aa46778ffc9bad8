/**
 * A kernel for tests.
 *
 * @module
 */
import { Assembler } from "../../../../hardware/cpu/x86/assembler/assembler.ts";
import { low, mem, r8, rax, rcx, rdi, rsi, times } from "../../../../hardware/cpu/x86/assembler/operand.ts";

/** Adds 1 to words `[begin, end)` of the array whose address is the first argument. */
export function emitIncrement(): Uint8Array<ArrayBuffer> {
  const a = new Assembler(), next = a.label("next"), end = a.label("end");
  a.mov(low(rax), mem(rdi));
  a.mov(low(rcx), mem(rdi, 4));
  a.mov(r8, mem(rsi));
  a.cmp(rax, rcx);
  a.jae(end);
  a.bind(next);
  a.lea(rsi, mem(r8, 0, times(rax, 4)));
  a.mov(low(rdi), mem(rsi));
  a.inc(low(rdi));
  a.mov(mem(rsi), low(rdi));
  a.inc(rax);
  a.cmp(rax, rcx);
  a.jb(next);
  a.bind(end);
  a.ret();
  return a.finish().bytes;
}
