/**
 * Facts that the CPU tells about itself, asked by code of our own: instructions and caches (`CPUID`), and
 * registers that the operating system saves (`XGETBV`).
 *
 * @module
 */
import { Assembler } from "./assembler/assembler.ts";
import { low, mem, r8, rax, rbx, rcx, rdi, rdx } from "./assembler/operand.ts";
import { ExecutableMemory } from "./executable_memory.ts";
import { openLibc } from "./libc.ts";

/** Registers that `CPUID` answers in. */
export interface CpuidAnswer {
  /** First register, as all of them an unsigned word. */
  readonly eax: number;
  /** Second register. */
  readonly ebx: number;
  /** Third register. */
  readonly ecx: number;
  /** Fourth register. */
  readonly edx: number;
}

/** Asks the CPU; leaves that it does not have answer zeros. */
export type Cpuid = (leaf: number, subleaf?: number) => CpuidAnswer;

const EXTENDED = 0x8000_0000;

/** Code that asks for the leaf and subleaf in `[rdi]` and puts the answer there. */
function emitCpuid(): Uint8Array<ArrayBuffer> {
  const a = new Assembler();
  a.push(rbx);
  a.mov(r8, rdi);
  a.mov(low(rax), mem(r8));
  a.mov(low(rcx), mem(r8, 4));
  a.cpuid();
  [rax, rbx, rcx, rdx].forEach((register, i) => a.mov(mem(r8, 4 * i), low(register)));
  a.pop(rbx);
  a.ret();
  return a.finish().bytes;
}

/** Code that puts the state components which the system saves into `[rdi]`. */
function emitXgetbv(): Uint8Array<ArrayBuffer> {
  const a = new Assembler();
  a.xor(low(rcx), low(rcx));
  a.xgetbv();
  a.mov(mem(rdi), low(rax));
  a.ret();
  return a.finish().bytes;
}

/** Code of this thread that asks, once it is installed. */
let asking: ExecutableMemory | undefined;

/** Runs code that works on words in place. */
function runOn(words: Uint32Array<ArrayBuffer>, { address }: ExecutableMemory): void {
  openLibc().bsearch(words, 0n, 1n, 8n, address);
}

function ask(leaf: number, subleaf: number): CpuidAnswer {
  const words = Uint32Array.of(leaf, subleaf, 0, 0);
  runOn(words, asking ??= new ExecutableMemory(emitCpuid()));
  const [eax, ebx, ecx, edx] = words;
  return { eax, ebx, ecx, edx };
}

/**
 * Asks this CPU. Only on x86-64.
 *
 * @throws {MissingError} if the C library cannot be used.
 * @throws {DeviceError} if the system lets no memory become executable.
 */
export const cpuid: Cpuid = (leaf, subleaf = 0): CpuidAnswer => {
  // A leaf beyond the last one answers like the last one on some CPUs.
  const last = ask(leaf < EXTENDED ? 0 : EXTENDED, 0).eax;
  return leaf > last ? { eax: 0, ebx: 0, ecx: 0, edx: 0 } : ask(leaf, subleaf);
};

/**
 * State components whose registers the operating system saves (`XCR0`): bits 1 and 2 for `ymm`, 5 to 7 for
 * masks and `zmm`. Only on CPUs with `OSXSAVE`; others fault.
 */
export function savedState(): number {
  const words = new Uint32Array(2);
  using code = new ExecutableMemory(emitXgetbv());
  runOn(words, code);
  return words[0];
}
