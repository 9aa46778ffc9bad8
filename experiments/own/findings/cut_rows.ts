/**
 * Finding on rows of hubs on a GPU: which part of a sparse product's speed is balance.
 *
 * @module
 */
import { type CitedRow, defineFinding } from "../../findings/finding.ts";

const speedup = (contender: string): CitedRow => ({
  suite: "own/kernel-ladder",
  workload: "reddit:w64",
  contender,
  metric: "speedup",
});

/** Groups that cut long rows are far ahead of teams that take a row each, with the same loads. */
export const cutRows = defineFinding({
  id: "cut-rows",
  question: "What makes a sparse product fast on a GPU: how a row is read, or how rows are shared out?",
  backend: "webgpu",
  reads: {
    "rows by teams": speedup("row-split"),
    "cut rows": speedup("neighbor-group"),
    "PyTorch": speedup("peer:torch"),
  },
  shows: (found) =>
    found["cut rows"].low > 2 * found["rows by teams"].high && found["cut rows"].low > found.PyTorch.high,
  sentence: (found) =>
    `On a graph with hubs, teams of lanes that each take a row make a product ${
      found["rows by teams"].text
    } as ` +
    `fast as one lane an entry of the result does, the same teams on groups of at most 32 entries ` +
    `${
      found["cut rows"].text
    }, PyTorch ${found.PyTorch.text}: on a GPU the balance between rows is worth more than ` +
    "how a row is read.",
  command: "deno task repro own/kernel-ladder --device webgpu --filter 'dataset=reddit && width=64'",
  doubt:
    "it rests on three rounds, one card and one stand-in, whose hubs are drawn, and PyTorch is timed by the wall clock in the first session",
});
