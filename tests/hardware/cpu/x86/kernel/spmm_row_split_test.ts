import assert from "node:assert/strict";
import { ExecutableMemory } from "../../../../../hardware/cpu/x86/executable_memory.ts";
import { GuardedRegion } from "../../../../../hardware/cpu/x86/guarded_region.ts";
import { instructionSet } from "../../../../../hardware/cpu/x86/instruction_set.ts";
import { openMachineCaller } from "../../../../../hardware/cpu/x86/machine_call.ts";
import { RandomStream } from "../../../../../platform/random.ts";
import { assertReadsBack, NO_OBJDUMP } from "../assembler/objdump.ts";
import { NO_MACHINE_CODE } from "../machine_code.ts";
import { fused } from "./fused.ts";
import { emitSpmm, SPMM_ARGUMENTS, type SpmmShape } from "./spmm_row_split.ts";

const MATRICES = 200;
const WIDTHS = [1, 3, 7, 8, 9, 12, 16, 20, 31, 32, 41, 64, 100, 130];

/** A sparse matrix and a dense one. */
interface Problem {
  readonly rows: number;
  readonly rowPtr: Uint32Array<ArrayBuffer>;
  readonly colIdx: Uint32Array<ArrayBuffer>;
  readonly values: Float32Array<ArrayBuffer>;
  readonly x: Float32Array<ArrayBuffer>;
}

function pick<T>(stream: RandomStream, list: readonly T[]): T {
  return list[stream.below(list.length)];
}

/** A matrix with empty rows and a long one, whose last row of X is in use. */
function randomProblem(stream: RandomStream, stride: number): Problem {
  const rows = stream.below(30), cols = 1 + stream.below(40), long = stream.below(rows + 1);
  const rowPtr = new Uint32Array(rows + 1), columns: number[] = [];
  for (let row = 0; row < rows; row++) {
    const entries = row === long ? 80 : stream.below(3) === 0 ? 0 : stream.below(12);
    for (let i = 0; i < entries; i++) columns.push(i === 0 ? cols - 1 : stream.below(cols));
    rowPtr[row + 1] = columns.length;
  }
  return {
    rows,
    rowPtr,
    colIdx: Uint32Array.from(columns),
    values: Float32Array.from(columns, () => stream.normal()),
    x: Float32Array.from({ length: cols * stride }, () => stream.normal()),
  };
}

/** The same sums in the same order: each accumulator's entries, then the accumulators pairwise. */
function expected(
  { rows, rowPtr, colIdx, values, x }: Problem,
  { width, stride, weighted, unroll }: SpmmShape,
): Float32Array {
  const y = new Float32Array(rows * stride).fill(NaN);
  for (let row = 0; row < rows; row++) {
    const first = rowPtr[row], last = rowPtr[row + 1];
    const unrolled = first + Math.floor((last - first) / unroll) * unroll;
    for (let column = 0; column < width; column++) {
      const sums = new Float32Array(unroll);
      for (let entry = first; entry < last; entry++) {
        const set = entry < unrolled ? (entry - first) % unroll : 0;
        const source = x[colIdx[entry] * stride + column];
        sums[set] = weighted ? fused(values[entry], source, sums[set]) : sums[set] + source;
      }
      for (let sets = unroll, half; sets > 1; sets = half) {
        half = Math.ceil(sets / 2);
        for (let set = 0; set + half < sets; set++) sums[set] += sums[set + half];
      }
      y[row * stride + column] = sums[0];
    }
  }
  return y;
}

function region(data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, extra = 0): GuardedRegion {
  const held = new GuardedRegion(data.byteLength + extra);
  held.write(data);
  return held;
}

/** Runs a kernel on operands that end at inaccessible pages, in three ranges of rows. */
function run(code: Uint8Array<ArrayBuffer>, problem: Problem, shape: SpmmShape): Float32Array {
  const { rows, rowPtr, colIdx, values, x } = problem;
  using held = new DisposableStack();
  const operands = {
    rowPtr: held.use(region(rowPtr)),
    colIdx: held.use(region(colIdx, 4 * shape.ahead)),
    values: held.use(region(values)),
    x: held.use(region(x)),
    y: held.use(region(new Float32Array(rows * shape.stride).fill(NaN))),
  };
  const block = held.use(new GuardedRegion(SPMM_ARGUMENTS.bytes));
  const { rowPtr: r, colIdx: c, values: v, x: features, y } = operands;
  block.write(SPMM_ARGUMENTS.pack({
    rowPtr: r.address,
    colIdx: c.address,
    values: shape.weighted ? v.address : 0n,
    x: features.address,
    y: y.address,
  }));
  const memory = held.use(new ExecutableMemory(code)), call = openMachineCaller();
  const cuts = [0, Math.floor(rows / 3), Math.floor(rows / 2), rows];
  for (let i = 0; i < 3; i++) call(memory.address, block.address, cuts[i], cuts[i + 1]);
  for (const operand of Object.values(operands)) assert.ok(operand.isSlackIntact);
  return y.read(new Float32Array(rows * shape.stride));
}

function randomShape(stream: RandomStream, isa: SpmmShape["isa"]): SpmmShape {
  const width = pick(stream, WIDTHS), unroll = pick(stream, [1, 1, 2, 3, 4]);
  const registers = (isa === "avx512" ? 31 : 16) - 3;
  return {
    isa,
    width,
    stride: width + pick(stream, [0, 0, 4, 5]),
    weighted: pick(stream, [true, false]),
    panel: 1 + stream.below(Math.floor(registers / unroll)),
    unroll,
    ahead: pick(stream, [0, 4, 20]),
    tail: pick(stream, ["mask", "overlap"]),
    streaming: false,
  };
}

Deno.test({
  name: "SpMM of random shapes and tunings has the bits of the same sums, between inaccessible pages",
  ignore: NO_MACHINE_CODE !== undefined,
  fn: () => {
    const { isa } = instructionSet();
    if (isa === "none") return;
    const stream = new RandomStream(18, "spmm");
    let entries = 0;
    for (let i = 0; i < MATRICES; i++) {
      const shape = randomShape(stream, isa === "avx512" ? pick(stream, ["avx2", "avx512"]) : isa);
      const problem = randomProblem(stream, shape.stride);
      const { bytes, needsAvx512 } = emitSpmm(shape);
      assert.ok(shape.isa === "avx512" || !needsAvx512);
      const wanted = expected(problem, shape), got = run(bytes, problem, shape);
      const wrong = got.findIndex((value, at) => !Object.is(value, wanted[at]));
      assert.equal(
        wrong,
        -1,
        `${JSON.stringify(shape)}: float ${wrong} is ${got[wrong]}, not ${wanted[wrong]}`,
      );
      entries += problem.colIdx.length;
    }
    assert.ok(entries > 10_000);
  },
});

Deno.test({
  name: "kernels for AVX2 and AVX-512 are listed as objdump reads them, and say what they need",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    const stream = new RandomStream(19, "spmm");
    for (let i = 0; i < 20; i++) {
      const shape = randomShape(stream, i % 2 === 0 ? "avx512" : "avx2");
      const code = emitSpmm({ ...shape, streaming: shape.width % 16 === 0 });
      assert.equal(code.needsAvx512, shape.isa === "avx512");
      assert.ok(await assertReadsBack(code, JSON.stringify(shape)) > 40);
    }
  },
});

Deno.test("a listing shows where operands are kept, and its labels", () => {
  const shape: SpmmShape = {
    isa: "avx2",
    width: 16,
    stride: 16,
    weighted: true,
    panel: 2,
    unroll: 1,
    ahead: 8,
    tail: "overlap",
    streaming: true,
  };
  const text = emitSpmm(shape).listing.map((line) => line.text);
  for (const line of ["; x: r9", "row:", "entry:", "vmovntps YMMWORD PTR [r10+0x20],ymm2", "ret"]) {
    assert.ok(text.includes(line), `${line} is missing from\n${text.join("\n")}`);
  }
});

Deno.test("a panel that does not fit is refused with what holds the registers", () => {
  const shape = randomShape(new RandomStream(1, "shape"), "avx2");
  assert.throws(
    () => emitSpmm({ ...shape, weighted: true, width: 128, panel: 16, unroll: 1 }),
    /Cannot keep set 0, column 120 in a vector register: all are held, by value, set 0, column 0, /,
  );
});
