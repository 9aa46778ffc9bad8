/**
 * Chain of calls: machine code that runs the kernels of several operations on a block of rows, one after the
 * other, before it goes on to the next block. What one operation wrote is then still in a core's cache when
 * the next one reads it (tiling across operations, or depth-first execution).
 *
 * @module
 */
import { Assembler, type MachineCode } from "../assembler/assembler.ts";
import { low, mem, r12, rax, rbp, rbx, rcx, rdi, rdx, rsi, rsp } from "../assembler/operand.ts";

/** Bytes of a call in the argument block: four words. */
const CALL_BYTES = 32;

/** A kernel's call in a chain. */
export interface ChainedCall {
  /** Address of the code. */
  readonly code: bigint;
  /** Address of its argument block. */
  readonly block: bigint;
  /** Items of a block of rows. */
  readonly itemsPerBlock: number;
  /** Items of all rows; the last block may have fewer than the others. */
  readonly items: number;
}

/** Argument block of a chain. */
export function chainArguments(calls: readonly ChainedCall[]): Uint8Array<ArrayBuffer> {
  const words = calls.flatMap(({ code, block, itemsPerBlock, items }) => [
    code,
    block,
    BigInt(itemsPerBlock),
    BigInt(items),
  ]);
  return new Uint8Array(BigUint64Array.from(words).buffer);
}

/** Emits a chain of so many calls; work items are blocks of rows. */
export function emitRowChain(calls: number): MachineCode {
  const a = new Assembler(), at = rbx, end = rbp, args = r12, first = rax, last = rcx, items = rdx;
  const saved = [at, end, args], next = a.label("next block"), done = a.label("done");
  for (const register of saved) a.push(register);
  // The range of a call; with it the stack is aligned to 16 bytes, as functions expect it.
  a.sub(rsp, 16);
  a.mov(low(at), mem(rdi));
  a.mov(low(end), mem(rdi, 4));
  a.mov(args, rsi);
  a.bind(next);
  a.cmp(at, end);
  a.jge(done);
  for (let call = 0; call < calls; call++) {
    const [code, block, itemsPerBlock, all] = [0, 8, 16, 24].map((word) =>
      mem(args, CALL_BYTES * call + word)
    );
    const none = a.label("no items");
    a.mov(last, itemsPerBlock);
    a.mov(first, last);
    a.imul(first, at);
    a.add(last, first);
    a.mov(items, all);
    a.cmp(last, items);
    a.cmovg(last, items);
    a.cmp(first, last);
    a.jge(none);
    a.mov(mem(rsp), low(first));
    a.mov(mem(rsp, 4), low(last));
    a.mov(rdi, rsp);
    a.mov(rsi, block);
    a.mov(rax, code);
    a.call(rax);
    a.bind(none);
  }
  a.add(at, 1);
  a.jmp(next);
  a.bind(done);
  a.add(rsp, 16);
  for (const register of saved.toReversed()) a.pop(register);
  a.ret();
  return a.finish();
}
