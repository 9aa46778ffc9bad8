import assert from "node:assert/strict";
import { Assembler } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { formatListing } from "../../../../../hardware/cpu/x86/assembler/format_listing.ts";
import { mem, rax, zmm } from "../../../../../hardware/cpu/x86/assembler/operand.ts";

Deno.test("a listing shows offsets, bytes and texts, labels and remarks at the left", () => {
  const a = new Assembler(), row = a.label("row");
  a.remark("sum: zmm1");
  a.bind(row);
  a.vaddps(zmm(1), zmm(1), mem(rax, 4096));
  a.vaddps(zmm(1), zmm(1), a.words(...Array.from({ length: 16 }, (_, i) => i)));
  a.jmp(row);
  a.ret();
  const [remark, label, first, second, jump, ret, ...padding] = formatListing(a.finish()).split("\n");
  assert.deepEqual([remark, label], ["; sum: zmm1", "row:"]);
  assert.equal(first, "     0  62 f1 74 48 58 48 40            vaddps zmm1,zmm1,ZMMWORD PTR [rax+0x1000]");
  assert.match(second, /^ {5}7 {2}(\w\w ){10} {2}vaddps zmm1,zmm1,ZMMWORD PTR \[rip\+constant_1\]$/);
  assert.match(jump, /^ {4}11 {2}eb ed {27}jmp row$/);
  assert.match(ret, /^ {4}13 {2}c3 {30}ret$/);
  const constant = padding.findIndex((line) => line.includes(".long"));
  assert.match(padding[constant], /^ {4}40 {2}00 00 00 00 01 00 00 00 02 00 {3}\.long 0,1,2,3,/);
  assert.deepEqual(padding.slice(constant + 1), [
    "    4a  00 00 03 00 00 00 04 00 00 00",
    "    54  05 00 00 00 06 00 00 00 07 00",
    "    5e  00 00 08 00 00 00 09 00 00 00",
    "    68  0a 00 00 00 0b 00 00 00 0c 00",
    "    72  00 00 0d 00 00 00 0e 00 00 00",
    "    7c  0f 00 00 00",
  ]);
});
