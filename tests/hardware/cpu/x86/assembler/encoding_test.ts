import assert from "node:assert/strict";
import { Assembler } from "../../../../../hardware/cpu/x86/assembler/assembler.ts";
import { comparison } from "../../../../../hardware/cpu/x86/assembler/comparison.ts";
import { INSTRUCTIONS } from "../../../../../hardware/cpu/x86/assembler/instructions/mod.ts";
import { Label } from "../../../../../hardware/cpu/x86/assembler/label.ts";
import {
  broadcast,
  k,
  low,
  masked,
  mem,
  r10,
  r11,
  r12,
  r13,
  r15,
  r8,
  r9,
  rax,
  rbp,
  rbx,
  rcx,
  rdi,
  rdx,
  rsi,
  rsp,
  times,
  xmm,
  ymm,
  zmm,
} from "../../../../../hardware/cpu/x86/assembler/operand.ts";

/** Instructions, their texts, and their bytes as the GNU assembler 2.40 encodes these texts. */
const PUBLISHED: readonly (readonly [(a: Assembler) => void, string, string])[] = [
  [(a) => a.mov(low(rax), mem(rdi)), "mov eax,DWORD PTR [rdi]", "8b07"],
  [(a) => a.mov(r15, mem(rsp, 0x20)), "mov r15,QWORD PTR [rsp+0x20]", "4c8b7c2420"],
  [(a) => a.mov(mem(rbp), r8), "mov QWORD PTR [rbp+0x0],r8", "4c894500"],
  [(a) => a.mov(rax, -1), "mov rax,0xffffffffffffffff", "48c7c0ffffffff"],
  [(a) => a.mov(low(rcx), 7), "mov ecx,0x7", "b907000000"],
  [(a) => a.movabs(r9, 0x123456789abcdef0n), "movabs r9,0x123456789abcdef0", "49b9f0debc9a78563412"],
  [(a) => a.lea(r10, mem(rcx, 0, times(rax, 4))), "lea r10,[rcx+rax*4]", "4c8d1481"],
  [(a) => a.lea(rax, mem(r13, -0x80, times(r12, 8))), "lea rax,[r13+r12*8-0x80]", "4b8d44e580"],
  [(a) => a.add(r11, 0x40), "add r11,0x40", "4983c340"],
  [(a) => a.add(r11, 0x1000), "add r11,0x1000", "4981c300100000"],
  [(a) => a.sub(rsp, 0x80), "sub rsp,0x80", "4881ec80000000"],
  [(a) => a.cmp(r10, mem(rbx)), "cmp r10,QWORD PTR [rbx]", "4c3b13"],
  [(a) => a.imul(r10, r10, 0x258), "imul r10,r10,0x258", "4d69d258020000"],
  [(a) => a.shl(rcx, 6), "shl rcx,0x6", "48c1e106"],
  [(a) => a.push(r12), "push r12", "4154"],
  [(a) => a.pop(rbx), "pop rbx", "5b"],
  [(a) => a.prefetcht0(mem(r15, 0x40, r13)), "prefetcht0 BYTE PTR [r15+r13*1+0x40]", "430f184c2f40"],
  [(a) => a.prefetchw(mem(rax)), "prefetchw BYTE PTR [rax]", "0f0d08"],
  [(a) => a.lock_add(mem(rdi, 0, rcx), low(rdx)), "lock add DWORD PTR [rdi+rcx*1],edx", "f001140f"],
  [(a) => a.lock_cmpxchg(mem(rdi), low(rcx)), "lock cmpxchg DWORD PTR [rdi],ecx", "f00fb10f"],
  [(a) => a.popcnt(low(rax), low(rcx)), "popcnt eax,ecx", "f30fb8c1"],
  [(a) => a.cpuid(), "cpuid", "0fa2"],
  [(a) => a.xgetbv(), "xgetbv", "0f01d0"],
  [(a) => a.vzeroupper(), "vzeroupper", "c5f877"],
  [(a) => a.vmovups(ymm(0), mem(rdi)), "vmovups ymm0,YMMWORD PTR [rdi]", "c5fc1007"],
  [(a) => a.vmovups(ymm(9), mem(r8, 0x20)), "vmovups ymm9,YMMWORD PTR [r8+0x20]", "c4417c104820"],
  [(a) => a.vmovups(mem(rsi, 0, rax), ymm(1)), "vmovups YMMWORD PTR [rsi+rax*1],ymm1", "c5fc110c06"],
  [(a) => a.vmovaps(xmm(13), xmm(2)), "vmovaps xmm13,xmm2", "c57828ea"],
  [(a) => a.vmovntps(mem(rdx), ymm(15)), "vmovntps YMMWORD PTR [rdx],ymm15", "c57c2b3a"],
  [(a) => a.vbroadcastss(ymm(7), mem(rbx)), "vbroadcastss ymm7,DWORD PTR [rbx]", "c4e27d183b"],
  [(a) => a.vaddps(ymm(0), ymm(1), ymm(2)), "vaddps ymm0,ymm1,ymm2", "c5f458c2"],
  [(a) => a.vaddps(xmm(8), xmm(9), xmm(10)), "vaddps xmm8,xmm9,xmm10", "c4413058c2"],
  [(a) => a.vsubss(xmm(1), xmm(2), mem(rax)), "vsubss xmm1,xmm2,DWORD PTR [rax]", "c5ea5c08"],
  [
    (a) => a.vfmadd231ps(ymm(0), ymm(15), mem(r15, 0x60, r11)),
    "vfmadd231ps ymm0,ymm15,YMMWORD PTR [r15+r11*1+0x60]",
    "c48205b8441f60",
  ],
  [(a) => a.vxorps(ymm(5), ymm(5), ymm(5)), "vxorps ymm5,ymm5,ymm5", "c5d457ed"],
  [(a) => a.vcmpps(ymm(1), ymm(2), ymm(3), comparison("lt")), "vcmpltps ymm1,ymm2,ymm3", "c5ecc2cb01"],
  [(a) => a.vblendvps(ymm(1), ymm(2), ymm(3), ymm(4)), "vblendvps ymm1,ymm2,ymm3,ymm4", "c4e36d4acb40"],
  [(a) => a.vmaskmovps(mem(rdi), ymm(1), ymm(2)), "vmaskmovps YMMWORD PTR [rdi],ymm1,ymm2", "c4e2752e17"],
  [(a) => a.vpsrld(ymm(1), ymm(2), 0x17), "vpsrld ymm1,ymm2,0x17", "c5f572d217"],
  [(a) => a.vpaddd(ymm(14), ymm(13), ymm(12)), "vpaddd ymm14,ymm13,ymm12", "c44115fef4"],
  [
    (a) => a.vgatherdps(ymm(1), mem(rax, 0, times(ymm(2), 4)), ymm(3)),
    "vgatherdps ymm1,DWORD PTR [rax+ymm2*4],ymm3",
    "c4e265920c90",
  ],
  [(a) => a.vextractf128(xmm(1), ymm(2), 1), "vextractf128 xmm1,ymm2,0x1", "c4e37d19d101"],
  [(a) => a.vinsertf128(ymm(1), ymm(2), xmm(3), 1), "vinsertf128 ymm1,ymm2,xmm3,0x1", "c4e36d18cb01"],
  [(a) => a.vperm2f128(ymm(1), ymm(2), ymm(3), 0x31), "vperm2f128 ymm1,ymm2,ymm3,0x31", "c4e36d06cb31"],
  [(a) => a.vmovhlps(xmm(1), xmm(2), xmm(3)), "vmovhlps xmm1,xmm2,xmm3", "c5e812cb"],
  [(a) => a.vcvttps2dq(ymm(1), ymm(2)), "vcvttps2dq ymm1,ymm2", "c5fe5bca"],
  [(a) => a.vmovd(xmm(4), low(r9)), "vmovd xmm4,r9d", "c4c1796ee1"],
  [(a) => a.vmovups(zmm(0), mem(rdi)), "vmovups zmm0,ZMMWORD PTR [rdi]", "62f17c481007"],
  [(a) => a.vmovups(zmm(17), mem(rdi, 0x40)), "vmovups zmm17,ZMMWORD PTR [rdi+0x40]", "62e17c48104f01"],
  [(a) => a.vmovups(zmm(17), mem(rdi, 0x41)), "vmovups zmm17,ZMMWORD PTR [rdi+0x41]", "62e17c48108f41000000"],
  [
    (a) => a.vmovups(masked(zmm(1), k(1), { zeroing: true }), mem(rax, -0x2000)),
    "vmovups zmm1{k1}{z},ZMMWORD PTR [rax-0x2000]",
    "62f17cc9104880",
  ],
  [
    (a) => a.vmovups(masked(mem(rsi, 0x1fc0, times(rcx, 4)), k(7)), zmm(31)),
    "vmovups ZMMWORD PTR [rsi+rcx*4+0x1fc0]{k7},zmm31",
    "62617c4f117c8e7f",
  ],
  [(a) => a.vmovups(ymm(16), mem(rax, 0x20)), "vmovups ymm16,YMMWORD PTR [rax+0x20]", "62e17c28104001"],
  [
    (a) => a.vbroadcastss(zmm(30), mem(rbx, 0x1fc)),
    "vbroadcastss zmm30,DWORD PTR [rbx+0x1fc]",
    "62627d4818737f",
  ],
  [
    (a) => a.vbroadcastss(zmm(30), mem(rbx, 0x200)),
    "vbroadcastss zmm30,DWORD PTR [rbx+0x200]",
    "62627d4818b300020000",
  ],
  [
    (a) => a.vfmadd231ps(zmm(0), zmm(31), mem(r15, 0x100, r11)),
    "vfmadd231ps zmm0,zmm31,ZMMWORD PTR [r15+r11*1+0x100]",
    "62920540b8441f04",
  ],
  [
    (a) => a.vfmadd231ps(zmm(12), zmm(13), broadcast(mem(rcx, 0x8))),
    "vfmadd231ps zmm12,zmm13,DWORD BCST [rcx+0x8]",
    "62721558b86102",
  ],
  [(a) => a.vaddps(masked(zmm(1), k(2)), zmm(2), zmm(3)), "vaddps zmm1{k2},zmm2,zmm3", "62f16c4a58cb"],
  [(a) => a.vmulps(zmm(20), zmm(21), zmm(22)), "vmulps zmm20,zmm21,zmm22", "62a1544059e6"],
  [(a) => a.vpaddd(zmm(1), zmm(2), zmm(3)), "vpaddd zmm1,zmm2,zmm3", "62f16d48fecb"],
  [(a) => a.vprold(zmm(1), zmm(2), 0xd), "vprold zmm1,zmm2,0xd", "62f1754872ca0d"],
  [(a) => a.vcmpps(k(3), zmm(4), zmm(5), comparison("gt")), "vcmpgtps k3,zmm4,zmm5", "62f15c48c2dd0e"],
  [(a) => a.kmovw(k(1), low(rax)), "kmovw k1,eax", "c5f892c8"],
  [
    (a) => a.vgatherdps(masked(zmm(1), k(1)), mem(rax, 0, times(zmm(2), 4))),
    "vgatherdps zmm1{k1},DWORD PTR [rax+zmm2*4]",
    "62f27d49920c90",
  ],
  [
    (a) => a.vgatherdps(masked(zmm(1), k(1)), mem(rax, 0x10, times(zmm(30), 4))),
    "vgatherdps zmm1{k1},DWORD PTR [rax+zmm30*4+0x10]",
    "62b27d41924cb004",
  ],
  [(a) => a.vextractf64x4(ymm(1), zmm(2), 1), "vextractf64x4 ymm1,zmm2,0x1", "62f3fd481bd101"],
  [(a) => a.vrndscaleps(zmm(1), zmm(2), 8), "vrndscaleps zmm1,zmm2,0x8", "62f37d4808ca08"],
  [(a) => a.vmovntps(mem(rdi, 0x80), zmm(4)), "vmovntps ZMMWORD PTR [rdi+0x80],zmm4", "62f17c482b6702"],
];

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

Deno.test("instructions have their published encodings and texts", () => {
  assert.ok(PUBLISHED.length > 60);
  for (const [emit, text, bytes] of PUBLISHED) {
    const a = new Assembler();
    emit(a);
    const code = a.finish();
    assert.deepEqual([code.listing[0].text, hex(code.bytes)], [text, bytes]);
    assert.equal(code.needsAvx512, /^62/.test(bytes) || /^k/.test(text), text);
  }
});

Deno.test("operands that no form takes are refused with those that one takes", () => {
  const a = new Assembler();
  assert.throws(
    () => a.vaddps(ymm(0), zmm(1), ymm(2)),
    new RangeError("Cannot encode vaddps ymm0,zmm1,ymm2: its operands are v{kz}, v, v/mv/b32"),
  );
  // VEX reaches sixteen registers, and knows neither masks nor broadcasts.
  assert.throws(() => a.vblendvps(ymm(1), ymm(2), ymm(16), ymm(3)), RangeError);
  assert.throws(() => a.vhaddps(masked(ymm(1), k(1)), ymm(2), ymm(3)), RangeError);
  assert.throws(() => a.vpor(ymm(1), ymm(2), broadcast(mem(rax))), RangeError);
  // Stores keep lanes; they cannot clear them.
  assert.throws(() => a.vmovups(masked(mem(rax), k(1), { zeroing: true }), zmm(1)), RangeError);
  // Gathers by EVEX are masked always.
  assert.throws(() => a.vgatherdps(zmm(1), mem(rax, 0, zmm(2))), RangeError);
  assert.throws(() => a.vmovups(ymm(1), mem(rax, 0, ymm(2))), RangeError);
  assert.throws(() => a.shl(rcx, 256), RangeError);
  assert.throws(() => a.add(rax, 2 ** 31), RangeError);
  assert.throws(() => a.add(rax, 1.5), RangeError);
  assert.throws(() => mem(rax, 2 ** 31), RangeError);
  assert.throws(() => mem(rax, 0, times(rsp, 2)), RangeError);
  assert.throws(() => mem(low(rax)), RangeError);
  assert.throws(() => masked(zmm(1), k(0)), RangeError);
  assert.throws(() => zmm(32), RangeError);
  // @ts-expect-error: the types know the number of operands
  assert.throws(() => a.vaddps(ymm(0), ymm(1)), RangeError);
  // @ts-expect-error: the types know the kinds of operands
  assert.throws(() => a.vmovups(mem(rax), mem(rcx)), RangeError);
  assert.equal(a.length, 0);
});

Deno.test("labels are bound once, and every used one is", () => {
  const a = new Assembler(), top = a.bind(a.label("top"));
  assert.throws(() => a.bind(top), RangeError);
  a.jmp(new Label("nowhere"));
  assert.throws(() => a.finish(), /nowhere is not bound/);
  assert.deepEqual(["row", "row", "entry"].map((name) => a.label(name).name), ["row", "row_2", "entry"]);
});

Deno.test("every instruction has a method", () => {
  const a = new Assembler();
  for (const mnemonic of Object.keys(INSTRUCTIONS)) {
    assert.equal(typeof a[mnemonic as "ret"], "function", mnemonic);
  }
});
