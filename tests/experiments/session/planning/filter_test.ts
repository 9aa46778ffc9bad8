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
    ["width>=64 && width<=64", true],
    ["width>64 || width<64", false],
    ["width=64 && dataset=cora", false],
    ["model~gcn", false],
    ["contender=metis&&dataset~@1/16", true],
    ["batch=8000", false],
    ["batch!=8000", true],
    ["batch<8000", false],
    ["dataset=cora || width=64", true],
    ["dataset=cora && width=64 || contender=metis", true],
    ["contender=metis || dataset=cora && width=16", true],
    ["dataset=cora || width=16", false],
    ["contender!=metis || dataset=cora", false],
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
    "|| width=1",
    "width=1 || && width=2",
  ]
) {
  Deno.test(`--filter '${text}' is refused by name`, () => {
    assert.throws(() => parseFilter(text), UsageError);
  });
}

for (
  const [text, says] of [
    ["width=1 &&", /found no term beside && or \|\|/],
    ["width == 64", /Next: write one =/],
    ["(width=1 || width=2) && dataset=cora", /Next: leave out the parentheses/],
    ["width<wide", /Next: write a number in place of wide/],
    ["dataset ~ reddit & width=1", /Next: write && or \|\|/],
    ["width", /Next: quote the whole filter/],
  ] as const
) {
  Deno.test(`--filter '${text}' is answered by what to change in it`, () => {
    assert.throws(() => parseFilter(text), says);
  });
}
