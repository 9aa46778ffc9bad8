import assert from "node:assert/strict";
import { parseFilter } from "../../../../experiments/session/planning/filter.ts";
import { UsageError } from "../../../../platform/errors.ts";

const cell = { dataset: "reddit@1/16", width: "64", contender: "metis" };

for (
  const [text, passes] of [
    ["dataset~reddit", true],
    ["dataset=reddit", false],
    ["dataset!=cora", true],
    ["width<=64 && width>16", true],
    ["width<64", false],
    ["width>=65", false],
    ["contender=metis&&dataset~@1/16", true],
    ["batch=8000", false],
    ["batch!=8000", true],
    ["batch<8000", false],
  ] as const
) {
  Deno.test(`--filter '${text}' ${passes ? "passes" : "holds back"} a cell of width 64 on reddit@1/16`, () => {
    assert.equal(parseFilter(text)(cell), passes);
  });
}

for (
  const text of [
    "",
    "width",
    "width ! 64",
    "&& width=1",
    "width<=",
    "width == 64",
    "width<wide",
    "width=1 ||",
  ]
) {
  Deno.test(`--filter '${text}' is ${text.endsWith("||") ? "read as a value" : "refused by name"}`, () => {
    if (text.endsWith("||")) assert.equal(parseFilter(text)(cell), false);
    else assert.throws(() => parseFilter(text), UsageError);
  });
}
