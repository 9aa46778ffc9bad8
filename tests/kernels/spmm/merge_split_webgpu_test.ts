import assert from "node:assert/strict";
import fc from "fast-check";
import { cutPath, SHARE_WORDS } from "../../../kernels/spmm/merge_split/merge_path.ts";
import { mergeSplitBf16WebGpu } from "../../../kernels/spmm/merge_split_bf16/webgpu.ts";
import { mergeSplitWebGpu } from "../../../kernels/spmm/merge_split/webgpu.ts";
import { CONTINUES, SHARED_WORDS } from "../../../kernels/plans/work_items_webgpu.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { checkPlan, COMMON_CASES, matrixOf } from "./plan_checks_webgpu.ts";

const kernel = mergeSplitWebGpu;

for (const each of [mergeSplitWebGpu, mergeSplitBf16WebGpu]) {
  for (const [criterion, check] of Object.entries(COMMON_CASES)) {
    testOnAdapter(`${each.id}: ${criterion}`, (device) => check(device, each));
  }
}

testOnAdapter(
  "merge-split-bf16: every share and load is right, with one panel and several",
  async (device) => {
    const matrix = matrixOf(120, 300, (row) => row === 5 ? 300 : row % 3 === 0 ? 0 : 10 + row % 60);
    for (const parameters of [{ share: 1, load: 8 }, { share: 7 }, { share: 100, load: 8 }]) {
      for (const width of [40, 68]) {
        await checkPlan(device, mergeSplitBf16WebGpu, { matrix, width }, { parameters });
      }
    }
  },
  { bindingBytes: 32_000 },
);

testOnAdapter("merge-split: every share, workgroup and load is right", async (device) => {
  const matrix = matrixOf(120, 300, (row) => row === 5 ? 300 : row % 3 === 0 ? 0 : 10 + row % 60);
  for (
    const parameters of [
      { share: 1, workgroup: 3 },
      { share: 2, load: 8 },
      { share: 7, workgroup: 100, load: 8 },
      { share: 100, workgroup: 256 },
      { share: 2 ** 20, workgroup: 1 },
    ]
  ) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 40 }, { parameters });
    assert.equal(facts.shares, Math.ceil((matrix.rows + matrix.colIdx.length) / parameters.share));
    // A share has at most two partial sums, and one share has none.
    assert(facts.partial_sums <= 2 * (facts.shares - 1), JSON.stringify(facts));
  }
});

testOnAdapter("merge-split: gives the same bits every time", async (device) => {
  const matrix = matrixOf(60, 900, (row) => row === 7 ? 900 : 40 + row);
  const parameters = { share: 16 };
  const once = await checkPlan(device, kernel, { matrix, width: 20 }, { parameters });
  for (let again = 0; again < 3; again++) {
    const more = await checkPlan(device, kernel, { matrix, width: 20 }, { parameters });
    assert.deepEqual(more.panels, once.panels);
  }
});

testOnAdapter("merge-split: more than 65,535 workgroups are folded into a second axis", async (device) => {
  const matrix = matrixOf(50_001, 100, (row) => row % 3);
  const { facts } = await checkPlan(device, kernel, { matrix, width: 4 }, {
    parameters: { workgroup: 1, share: 1 },
  });
  assert(facts.shares > 65_535);
});

testOnAdapter(
  "merge-split: operands above the binding limit are cut into panels and chunks",
  async (device) => {
    const matrix = matrixOf(300, 400, (row) => row === 7 ? 400 : 30 + row % 50);
    const { facts } = await checkPlan(device, kernel, { matrix, width: 50 }, { parameters: { share: 8 } });
    assert(facts.chunks > 1 && facts.dispatches > facts.chunks, JSON.stringify(facts));
    await checkPlan(device, kernel, { matrix: matrixOf(60, 250, () => 30), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(250, 60, () => 6, false), width: 70 });
    await checkPlan(device, kernel, { matrix: matrixOf(1000, 16, (row) => row % 2), width: 1 });
  },
  { bindingBytes: 16_000 },
);

testOnAdapter("merge-split: rows that continue in the next dispatch are right", async (device) => {
  Object.assign(device, { dispatchWork: 1000 });
  const matrix = matrixOf(9, 700, (row) => row % 2 === 0 ? 600 + row : 3);
  for (const share of [1, 5, 50, 1000]) {
    const { facts } = await checkPlan(device, kernel, { matrix, width: 8 }, { parameters: { share } });
    assert(facts.chunks === 1 && facts.dispatches > 20, JSON.stringify(facts));
  }
});

Deno.test("shares of a merge path cover every row end and entry once, and number the partial sums", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 })), { maxLength: 30, size: "max" }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 5 }),
      fc.boolean(),
      (lengths, length, firstEntry, continues) => {
        const ends = lengths.map((_, row) => firstEntry + sumOf(lengths.slice(0, row + 1)));
        const begin = (row: number) => row === 0 ? firstEntry : ends[row - 1];
        const rows = lengths.length, end = (row: number) => ends[row];
        const { count, records, partials, shared } = cutPath({ rows, firstEntry, end, continues }, length);
        // The pieces of rows, as the kernel goes through the records.
        const pieces = new Map<number, { entries: number; partial: number | undefined }[]>();
        let next = 0;
        for (let share = 0; share < count; share++) {
          const [first, from, partial, flag] = records.subarray(share * SHARE_WORDS);
          const [last, to] = records.subarray((share + 1) * SHARE_WORDS);
          assert.equal(partial, next);
          assert.equal(flag === 1, first < rows && from > begin(first));
          let entry = from, begun = flag === 1, steps = last - first;
          for (let row = first; row <= last; row++) {
            const stop = row === last ? to : end(row);
            if (row === last && stop === entry) break;
            const part = row === last || begun ? next++ : undefined;
            const list = pieces.get(row) ?? [];
            pieces.set(row, [...list, { entries: stop - entry, partial: part }]);
            steps += stop - entry;
            [begun, entry] = [false, stop];
          }
          assert(steps <= length + 1, "a share is no longer than asked for, but for a row's end");
        }
        assert.equal(next, partials);
        assert.equal(pieces.size, rows);
        for (const [row, list] of pieces) {
          assert.equal(sumOf(list, ({ entries }) => entries), lengths[row]);
          const at = [...pieces.keys()].filter((each) => pieces.get(each)!.length > 1).indexOf(row);
          if (list.length === 1) assert.equal(list[0].partial, undefined);
          else {
            const [target, low, high, flags] = shared.subarray(at * SHARED_WORDS);
            assert.deepEqual(
              list.map(({ partial }) => partial),
              Array.from({ length: high - low }, (_, i) => low + i),
            );
            assert.deepEqual([target, flags === CONTINUES], [row, row === 0 && continues]);
          }
        }
        const several = [...pieces.values()].filter((list) => list.length > 1);
        assert.equal(shared.length, several.length * SHARED_WORDS);
      },
    ),
  );
});
