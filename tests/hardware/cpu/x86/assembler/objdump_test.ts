import assert from "node:assert/strict";
import { Assembler } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { type ParsedForm, parseForm } from "../../../../../hardware/cpu/x86/assembler/instruction_form.ts";
import { INSTRUCTIONS, type Mnemonic } from "../../../../../hardware/cpu/x86/assembler/instructions/mod.ts";
import { matchForm } from "../../../../../hardware/cpu/x86/assembler/match_form.ts";
import {
  mem,
  type Operand,
  rax,
  rcx,
  rdx,
  type Vec,
} from "../../../../../hardware/cpu/x86/assembler/operand.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { assertReadsBack, disassemble, NO_OBJDUMP } from "./objdump.ts";
import { RandomOperands } from "./random_operands.ts";

if (NO_OBJDUMP) console.log(`objdump_test.ts skipped: ${NO_OBJDUMP}`);

const ROUNDS = 12;

/**
 * Whether the operands obey rules that no encoding states: registers of gathers are distinct, and numbers of
 * predicates end.
 */
function isAllowed(mnemonic: Mnemonic, operands: readonly Operand[]): boolean {
  if (/^vp?cmp.*[sd]$/.test(mnemonic) && typeof operands.at(-1) === "number") {
    return Number(operands.at(-1)) < (mnemonic.startsWith("vp") ? 8 : 32);
  }
  if (!/gather|scatter/.test(mnemonic)) return true;
  const vectors = operands.flatMap((operand) => {
    if (typeof operand !== "object" || !("kind" in operand)) return [];
    if (operand.kind === "memory") return operand.index ? [operand.index.register.n] : [];
    return [(operand as Vec).n];
  });
  return new Set(vectors).size === vectors.length;
}

/** Emits a form with random operands, if these are allowed; returns whether it did. */
function emitRandom(a: Assembler, mnemonic: Mnemonic, form: ParsedForm, draw: RandomOperands): boolean {
  const bits = draw.pick([128, 256, 512] as const);
  const operands = draw.of(form, bits, draw.pick([true, false]));
  if (!isAllowed(mnemonic, operands) || matchForm([form], operands, a.length) === undefined) return false;
  a.emit(mnemonic, ...operands);
  return true;
}

Deno.test({
  name: "objdump reads every form of every instruction, with random operands, as the listing has it",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    const a = new Assembler(), draw = new RandomOperands(new RandomStream(1, "operands"));
    for (const mnemonic of Object.keys(INSTRUCTIONS) as Mnemonic[]) {
      for (const form of INSTRUCTIONS[mnemonic].map(parseForm)) {
        if (form.places === "D") continue;
        let emitted = 0;
        for (let tries = 0; emitted < ROUNDS * form.operands.length + 1 && tries < 40 * ROUNDS; tries++) {
          if (emitRandom(a, mnemonic, form, draw)) emitted++;
        }
        assert.ok(emitted > 0, `${mnemonic}: no operands were found for a form`);
      }
    }
    assert.ok(await assertReadsBack(a.finish(), "random operands") > 3000);
  },
});

Deno.test({
  name: "objdump finds the targets of near and far jumps, forwards and backwards",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    const conditions = Object.keys(INSTRUCTIONS).filter((name) => /^j/.test(name)) as "je"[];
    for (const distance of [0, 1, 60, 120, 130, 300]) {
      const a = new Assembler(), top = a.label("top"), end = a.label("end");
      a.bind(top);
      for (let i = 0; i < distance; i++) a.pause();
      for (const name of conditions) a[name](top), a[name](end);
      for (let i = 0; i < distance; i++) a.pause();
      a.bind(end);
      a.ret();
      assert.ok(await assertReadsBack(a.finish(), `${distance} instructions between`) > 2 * distance);
    }
  },
});

Deno.test({
  name: "constants lie aligned behind the code, where instructions read them",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    const a = new Assembler();
    const vector = a.words(1, 2, 3, 4, 5, 6, 7, 8);
    a.imul(rax, a.words(9), 1000);
    a.mov(rcx, vector);
    a.lea(rdx, a.floats(1.5));
    a.mov(rdx, mem(rax));
    a.lea(rax, a.floats(1.5));
    a.ret();
    const { bytes, listing } = a.finish();
    const view = new DataView(bytes.buffer);
    const at = (text: string) => listing.find((line) => line.text === text)!.at;
    const places = [at(".long 9"), at(".long 1,2,3,4,5,6,7,8"), at(".long 1.5")];
    assert.equal(places[1] % 32, 0);
    assert.deepEqual([view.getUint32(places[0], true), view.getFloat32(places[2], true)], [9, 1.5]);
    assert.equal(listing.filter(({ text }) => text === ".long 1.5").length, 1);
    const read = [...(await disassemble(bytes)).entries()].filter(([, text]) => text.includes("rip"));
    assert.equal(read.length, 4);
    const after = (start: number) => listing.find((line) => line.at > start)!.at;
    const wanted = [places[0], places[1], places[2], places[2]];
    read.forEach(([start, text], i) => {
      const distance = parseInt(text.match(/rip\+0x([0-9a-f]+)/)![1], 16);
      assert.equal(after(start) + distance, wanted[i]);
    });
  },
});
