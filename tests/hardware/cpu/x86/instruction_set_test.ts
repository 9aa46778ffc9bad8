import assert from "node:assert/strict";
import { capability } from "../../../../hardware/cpu/x86/capability.ts";
import {
  AVX2_FEATURES,
  AVX512_FEATURES,
  type CpuFeature,
  type CpuFeatures,
  cpuFeatures,
} from "../../../../hardware/cpu/x86/cpu_features.ts";
import { cpuid, type CpuidAnswer, savedState } from "../../../../hardware/cpu/x86/cpuid.ts";
import { chooseInstructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import { MissingError, UsageError } from "../../../../platform/errors.ts";
import { NO_MACHINE_CODE } from "./machine_code.ts";

const ignore = NO_MACHINE_CODE !== undefined;

const machine = (features: readonly CpuFeature[], savesYmm = true, savesZmm = true): CpuFeatures => ({
  features: new Set(features),
  savesYmm,
  savesZmm,
});
const AVX512 = machine([...AVX2_FEATURES, ...AVX512_FEATURES]);

Deno.test("the widest instruction set that CPU and system have is chosen, with the reason for no wider one", () => {
  assert.deepEqual(chooseInstructionSet(AVX512, undefined), { isa: "avx512" });
  assert.deepEqual(chooseInstructionSet(machine([...AVX2_FEATURES, "avx512f"]), undefined), {
    isa: "avx2",
    reason: "a machine without avx512dq, avx512cd, avx512bw, avx512vl",
  });
  const unsaved = machine([...AVX512.features], true, false);
  assert.deepEqual(chooseInstructionSet(unsaved, undefined), {
    isa: "avx2",
    reason: "a machine without 512-bit registers saved by the system",
  });
  assert.deepEqual(chooseInstructionSet(machine(["avx", "fma"]), undefined), {
    isa: "none",
    reason: "a machine without f16c, popcnt, lzcnt, bmi1, bmi2, avx2",
  });
  assert.deepEqual(chooseInstructionSet("darwin", undefined), { isa: "none", reason: "darwin" });
});

Deno.test("an instruction set can be forced; one that the machine lacks is missing, another word is misused", () => {
  assert.equal(chooseInstructionSet(AVX512, "avx2").isa, "avx2");
  assert.deepEqual(chooseInstructionSet(AVX512, "none"), { isa: "none", reason: "GNN_REPRO_ISA=none" });
  assert.throws(() => chooseInstructionSet(machine(AVX2_FEATURES), "avx512"), (error) => {
    assert.ok(error instanceof MissingError);
    assert.match(error.message, /GNN_REPRO_ISA=avx512: found a machine without avx512f, .*Next: unset/);
    return true;
  });
  assert.throws(() => chooseInstructionSet("darwin", "avx2"), MissingError);
  assert.throws(() => chooseInstructionSet(AVX512, "sse"), UsageError);
});

/** A CPU that answers some leaves. */
const answering =
  (leaves: Readonly<Record<string, Partial<CpuidAnswer>>>) => (leaf: number, subleaf = 0) => ({
    eax: 0,
    ebx: 0,
    ecx: 0,
    edx: 0,
    ...leaves[`${leaf.toString(16)}.${subleaf}`],
  });

Deno.test("the system's registers are asked for only where the CPU can answer", () => {
  const without = cpuFeatures(answering({ "7.0": { ebx: 1 << 5 } }), () => assert.fail("this faults"));
  assert.deepEqual(without, machine(["avx2"], false, false));
  const osxsave = answering({ "1.0": { ecx: 1 << 27 } });
  assert.deepEqual(cpuFeatures(osxsave, () => 0b111), machine(["osxsave"], true, false));
  assert.deepEqual(cpuFeatures(osxsave, () => 0xe7), machine(["osxsave"], true, true));
});

Deno.test({
  name: "this CPU's answers are those that the kernel publishes",
  ignore,
  fn: () => {
    // Deno itself reads /proc only with the grant of everything.
    const { stdout } = new Deno.Command("cat", { args: ["/proc/cpuinfo"] }).outputSync();
    const flags = new TextDecoder().decode(stdout).match(/^flags\s*:(.*)$/m)![1].trim().split(" ");
    const { features } = cpuFeatures(cpuid);
    for (const name of [...AVX2_FEATURES, ...AVX512_FEATURES, "avx512_bf16"] as const) {
      assert.equal(features.has(name), flags.includes(name === "lzcnt" ? "abm" : name), name);
    }
    assert.equal(savedState() & 7, 7);
  },
});

Deno.test({
  name: "doctor is told the instruction set, and the memory for operands",
  ignore,
  fn: () => {
    const { present, detail } = capability();
    assert.equal(present, true);
    assert.match(detail, /^AVX(2|-512)\b.*; \d+ GiB for operands, or as --device-memory says$/);
  },
});

Deno.test("doctor is told why no machine code runs", () => {
  const before = Deno.env.get("GNN_REPRO_ISA");
  try {
    Deno.env.set("GNN_REPRO_ISA", "none");
    assert.deepEqual([capability().present, capability().detail], [false, "GNN_REPRO_ISA=none"]);
    Deno.env.set("GNN_REPRO_ISA", "sse");
    assert.equal(capability().present, false);
    assert.match(capability().detail, /found GNN_REPRO_ISA=sse, wanted avx512, avx2 or none/);
  } finally {
    if (before === undefined) Deno.env.delete("GNN_REPRO_ISA");
    else Deno.env.set("GNN_REPRO_ISA", before);
  }
});
