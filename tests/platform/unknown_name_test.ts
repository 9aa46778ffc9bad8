import assert from "node:assert/strict";
import { unknownName } from "../../platform/unknown_name.ts";

const NAMES = [
  "roc",
  "own",
  "hetu-gnn",
  "hetu-gnn/figure-8",
  "own/bench-spmm",
  "spmm/row-split",
  "spmm/row-split-blocked",
];

/** Names that the error of a typed one suggests. */
function suggested(name: string): string[] {
  const [, next] = unknownName("find it", name, NAMES).message.split("Next: ");
  return [...next.matchAll(/"([^"]+)"/g)].map(([, each]) => each);
}

Deno.test("a slip, a beginning and another case suggest the names that are meant, the nearest first", () => {
  assert.deepEqual(suggested("spmm/row-spilt"), ["spmm/row-split"]);
  assert.deepEqual(suggested("row-split"), ["spmm/row-split", "spmm/row-split-blocked"]);
  assert.deepEqual(suggested("row-spilt"), ["spmm/row-split"]);
  assert.deepEqual(suggested("figure 8"), ["hetu-gnn/figure-8"]);
  assert.deepEqual(suggested("hetu"), ["hetu-gnn", "hetu-gnn/figure-8"]);
  assert.deepEqual(suggested("spmm"), ["spmm/row-split", "spmm/row-split-blocked", "own/bench-spmm"]);
  assert.deepEqual(suggested("ROC"), ["roc"]);
});

Deno.test("a name of one letter is meant by itself, not by every word that begins with it", () => {
  const next = (name: string) => unknownName("find it", name, ["N", "width"]).message.split("Next: ")[1];
  for (const name of ["nosuch", "x", "na"]) assert.equal(next(name), "correct the name", name);
  assert.equal(next("n"), 'did you mean "N"?');
  assert.equal(next("widths"), 'did you mean "width"?');
});

Deno.test("a name that resembles none suggests none", () => {
  for (const name of ["cora", "nosuch", "table 8"]) assert.deepEqual(suggested(name), [], name);
  assert.match(unknownName("find it", "cora", NAMES).message, /one of roc, own.*Next: correct the name$/);
});
