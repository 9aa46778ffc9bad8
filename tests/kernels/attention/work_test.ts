/** Work of the operations of attention, by hand: all inputs read once, the result written once. @module */
import assert from "node:assert/strict";
import { teamNeeds } from "../../../kernels/attention/plans/entry_teams_webgpu.ts";
import { problemsOf } from "./every_operation.ts";
import { pattern } from "./random_patterns.ts";

Deno.test("an operation's work has its additions and the bytes of its operands, with and without reuse", () => {
  // Three rows, five columns and six entries: 16 and 24 bytes; of the transpose 24 and 24, of its order 24.
  const matrix = pattern(3, 5, (row) => row + 1);
  const found = problemsOf(matrix, { heads: 2, headWidth: 4 }).map(([{ id, work }, problem]) => {
    const { multiplyAdds, compulsoryBytes, bytesWithoutReuse } = work(problem);
    return [id, multiplyAdds, compulsoryBytes, bytesWithoutReuse];
  });
  /** A number of an entry and head has 48 bytes, a row of features 32, a vertex's scores 16. */
  const entries = 48, rows = 3 * 32, columns = 5 * 32, scores = 5 * 16;
  const own = 16 + 24, turned = 24 + 24 + 24, copied = 64 + 128;
  assert.deepEqual(found, [
    ["block-diagonal", 32, copied, copied],
    ["block-diagonal-gradient", 16, 64 + 64, 64 + 64],
    ["edge-softmax", 2 * 12, own + scores + entries, own + 3 * 8 + entries + entries],
    ["edge-softmax-gradient", 4 * 12, own + scores + 3 * entries, own + 3 * 8 + entries + 3 * entries],
    ["entry-sums", 2 * 12, 16 + 24 + 24 + entries + scores, 16 + 24 + 24 + 2 * entries + scores],
    ["head-sddmm", 48, own + rows + columns + entries, own + rows + 6 * 32 + entries],
    ["head-spmm", 48, own + entries + columns + rows, own + entries + 6 * 32 + rows],
    ["head-spmm", 48, turned + entries + rows + columns, turned + entries + 6 * 32 + columns],
  ]);
});

Deno.test("an operation is as wide as the numbers that it computes or reads of an entry or vertex", () => {
  const widths = problemsOf(pattern(3, 5, () => 1), { heads: 3, headWidth: 4 })
    .map(([{ id, width }, problem]) => [id, width(problem)]);
  assert.deepEqual(Object.fromEntries(widths), {
    "block-diagonal": 6,
    "block-diagonal-gradient": 12,
    "edge-softmax": 3,
    "edge-softmax-gradient": 3,
    "entry-sums": 3,
    "head-sddmm": 12,
    "head-spmm": 12,
  });
});

Deno.test("teams that add partial sums have a number for each invocation in workgroup memory, in steps of 16 bytes", () => {
  const needs = (workgroup: number, sums: boolean) =>
    teamNeeds({ storageBindings: 5, sums })({ workgroup, team: 8 });
  const bytes = (workgroup: number) => needs(workgroup, true).workgroupBytes;
  assert.deepEqual([1, 4, 100, 101, 256].map(bytes), [16, 16, 400, 416, 1024]);
  assert.deepEqual(needs(64, false), { workgroupBytes: 0, workgroupInvocations: 64, storageBindings: 5 });
});
