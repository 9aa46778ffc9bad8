/** Times of a user's own kernels and graphs at the end of a run. @module */
import assert from "node:assert/strict";
import { ownFilesText } from "../../../experiments/session/own_files_text.ts";
import type { Row } from "../../../results/row.ts";
import { sessionDocument, writtenRow } from "../../results/session_fixture.ts";

const [text] = sessionDocument().suites;
const suite = {
  ...text,
  contenders: [...text.contenders, { id: "peer:mine", label: "mine.so" }, {
    id: "peer:bad",
    label: "bad.so",
  }],
};

/** Rows of one comparison, in which `mine.so` is second and `bad.so` has crashed. */
const comparison = (dataset: string) => [
  writtenRow({ dataset, contender: "natural", median: 4 }),
  writtenRow({ dataset, contender: "rcm", median: 1 }),
  writtenRow({
    dataset,
    contender: "rcm",
    metric: "speedup",
    vs: "natural",
    median: 4,
    ci_lo: 3.9,
    ci_hi: 4.1,
  }),
  writtenRow({ dataset, contender: "peer:mine", median: 2 }),
  writtenRow({
    dataset,
    contender: "peer:mine",
    metric: "speedup",
    vs: "natural",
    median: 2,
    ci_lo: 1.9,
    ci_hi: 2.1,
  }),
  writtenRow({
    dataset,
    contender: "peer:bad",
    status: "failed",
    median: undefined,
    reason: "it ended by SIGSEGV",
  }),
  writtenRow({
    dataset,
    contender: "peer:scipy",
    status: "skipped",
    median: undefined,
    reason: "not set up",
  }),
];

Deno.test("a user's kernel stands among the others by its time, or with the reason why it has none", () => {
  const own = { contenders: ["peer:mine", "peer:bad"], datasets: [] };
  assert.deepEqual(ownFilesText([suite], comparison("cora"), own)!.split("\n"), [
    "cora               ms  times as fast as natural order",
    "RCM                1   4 [3.9, 4.1]",
    "mine.so  <- yours  2   2 [1.9, 2.1]",
    "natural order      4   1",
    "bad.so has no time: failed, it ended by SIGSEGV",
  ]);
});

Deno.test("a user's kernel that was checked and then not timed is said to be right", () => {
  const own = { contenders: ["peer:mine"], datasets: [] };
  const mine = (row: Partial<Row>) => [
    writtenRow({ dataset: "cora", contender: "natural", median: 4 }),
    writtenRow({ dataset: "cora", contender: "peer:mine", median: undefined, ...row }),
  ];
  const last = (row: Partial<Row>) => ownFilesText([suite], mine(row), own)!.split("\n").at(-1);
  const unstable = { status: "skipped", reason: "unstable" } as const;
  assert.equal(
    last({ ...unstable, checked_rows: 2708 }),
    "mine.so is right (2,708 rows checked), but has no time: skipped, unstable",
  );
  assert.equal(last({ ...unstable, checked_rows: undefined }), "mine.so has no time: skipped, unstable");
  assert.equal(
    last({ status: "wrong", reason: "row 1", checked_rows: 2708 }),
    "mine.so has no time: wrong, row 1",
  );
});

Deno.test("all kernels on a user's graph are printed, and of many comparisons the first ones", () => {
  const own = { contenders: [], datasets: ["mine"] };
  const rows = [...comparison("cora"), ...comparison("mine")];
  const printed = ownFilesText([suite], rows, own)!;
  assert.match(printed, /^mine .*\nRCM .*\nmine\.so +2/);
  assert.doesNotMatch(printed, /cora/);
  assert.equal(ownFilesText([suite], comparison("cora"), own), undefined);
  const many = ["a", "b", "c", "d", "e", "f"];
  const long = ownFilesText([suite], many.flatMap(comparison), { contenders: [], datasets: many })!;
  assert.match(long, /\n\n2 more comparisons are in the report$/);
  assert.equal(long.match(/RCM/g)!.length, 4);
});

Deno.test("a graph on which nothing has a time says why, reasons that many cells share once", () => {
  const rows = ["natural", "rcm", "peer:scipy"].map((contender) =>
    writtenRow({
      dataset: "huge",
      contender,
      status: contender === "peer:scipy" ? "skipped" : "oom",
      median: undefined,
      reason: contender === "peer:scipy" ? "not set up" : "Array buffer allocation failed; free memory",
    })
  );
  assert.equal(
    ownFilesText([suite], rows, { contenders: [], datasets: ["huge"] }),
    "huge: nothing has a time: 2 oom (Array buffer allocation failed; free memory), 1 skipped (not set up)",
  );
});
