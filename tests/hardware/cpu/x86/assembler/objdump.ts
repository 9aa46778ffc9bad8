/**
 * Machine code read back by `objdump`, written as the assembler's listing is.
 *
 * @module
 */
import assert from "node:assert/strict";
import { COMPARISONS } from "../../../../../hardware/cpu/x86/assembler/comparison.ts";
import type { MachineCode } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";

/** Instruction that a line of `objdump` shows, without comments and without the names of places. */
function withoutRemarks(text: string): string {
  return text.replace(/\s*#.*$/, "").replace(/\s*<.*$/, "").replace(/\s+/, " ").trim();
}

/** Instructions of some code by their byte offsets. */
export async function disassemble(bytes: Uint8Array): Promise<Map<number, string>> {
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeFile(file, bytes);
    const { stdout } = await new Deno.Command("objdump", {
      args: ["-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--no-show-raw-insn", "-w", file],
      stderr: "null",
    }).output();
    const lines = new TextDecoder().decode(stdout).matchAll(/^\s*([0-9a-f]+):\t(.*)$/gm);
    return new Map([...lines].map(([, at, text]) => [parseInt(at, 16), withoutRemarks(text)]));
  } finally {
    await Deno.remove(file);
  }
}

/** Why nothing can be read back here, or `undefined`. */
async function lackOfObjdump(): Promise<string | undefined> {
  let version: string;
  try {
    const { stdout } = await new Deno.Command("objdump", { args: ["--version"] }).output();
    version = new TextDecoder().decode(stdout).split("\n")[0];
  } catch {
    return "objdump (package binutils) is not installed";
  }
  if (!version.startsWith("GNU objdump")) {
    return `${version} writes instructions in other words than GNU objdump`;
  }
  const ret = (await disassemble(Uint8Array.of(0xc3))).get(0);
  return ret === "ret" ? undefined : "this objdump does not read x86-64 code";
}

/** Why nothing can be read back here, or `undefined`. */
export const NO_OBJDUMP = await lackOfObjdump();

if (NO_OBJDUMP !== undefined) console.log(`tests that read code back are skipped: ${NO_OBJDUMP}`);

/** Predicates of integer comparisons; 3 and 7 have no name. */
const INTEGER_COMPARISONS = ["eq", "lt", "le", undefined, "neq", "nlt", "nle", undefined];

/** Text of a listing in the syntax of `objdump`, where both are right. */
function inItsSyntax(text: string): string {
  const compared = text.match(/^vpcmp(u?)d (.*),0x([0-7])$/);
  const relation = compared && INTEGER_COMPARISONS[Number(compared[3])];
  if (relation) return `vpcmp${relation}${compared[1]}d ${compared[2]}`;
  return text;
}

/** Text of `objdump` as listings have it, whatever its version. */
function inOurSyntax(text: string): string {
  const compared = text.match(/^vcmp(p|s)s (.*),0x([0-9a-f]+)$/);
  if (compared) return `vcmp${COMPARISONS[parseInt(compared[3], 16)]}${compared[1]}s ${compared[2]}`;
  return text
    .replace("{evex} ", "")
    .replace(/([DQ]WORD) PTR (\[[^\]]*\])\{1to\d+\}/, "$1 BCST $2")
    // A displacement of 0 is shown where the encoding has one.
    .replace(/\+0x0\]/, "]");
}

/** Text with the numbers that names of places stand for, in an instruction that ends at `end`. */
function withDistances(text: string, places: ReadonlyMap<string, number>, end: number): string {
  const jump = text.match(/^(j\w+) (\w+)$/), target = jump && places.get(jump[2]);
  if (jump && target !== undefined && target !== null) return `${jump[1]} 0x${target.toString(16)}`;
  return text.replace(/rip\+(\w+)/, (_, name) => {
    const distance = BigInt.asUintN(64, BigInt(places.get(name)! - end));
    return `rip+0x${distance.toString(16)}`;
  });
}

/**
 * Asserts that `objdump` reads every instruction of some code as the assembler listed it; returns their
 * number.
 */
export async function assertReadsBack(code: MachineCode, what: string): Promise<number> {
  const read = await disassemble(code.bytes);
  const lines = code.listing.filter(({ bytes, text }) =>
    bytes > 0 && text !== "nop" && !text.startsWith(".")
  );
  const places = new Map(
    code.listing.filter(({ bytes }) => bytes === 0).map(({ at, text }) => [text.slice(0, -1), at]),
  );
  const differences: string[] = [];
  for (const { at, bytes, text } of lines) {
    const meant = inItsSyntax(withDistances(text, places, at + bytes)).replace(/\+0x0\]/, "]");
    const got = read.get(at) ?? "nothing that begins there";
    if (inOurSyntax(got) !== meant) differences.push(`byte ${at}: ${meant}, read as ${inOurSyntax(got)}`);
  }
  assert.deepEqual(differences.slice(0, 20), [], what);
  return lines.length;
}
