/** Terminals that rewrite a line and set colours. @module */
import assert from "node:assert/strict";
import { isObeyingTerminal, terminalColumns } from "../../../platform/command_line/terminal.ts";

Deno.test("a terminal obeys control characters unless TERM=dumb; a pipe never does", () => {
  const before = Deno.env.get("TERM");
  const terminal = { isTerminal: () => true }, pipe = { isTerminal: () => false };
  try {
    Deno.env.set("TERM", "xterm-256color");
    assert.deepEqual([isObeyingTerminal(terminal), isObeyingTerminal(pipe)], [true, false]);
    Deno.env.set("TERM", "dumb");
    assert.deepEqual([isObeyingTerminal(terminal), isObeyingTerminal(pipe)], [false, false]);
    Deno.env.delete("TERM");
    assert.ok(isObeyingTerminal(terminal));
  } finally {
    if (before === undefined) Deno.env.delete("TERM");
    else Deno.env.set("TERM", before);
  }
});

Deno.test("what is no terminal, or tells no width, has 80 columns", () => {
  const pipe = { isTerminal: () => false }, terminal = { isTerminal: () => true };
  const size = (columns: number) => () => ({ columns, rows: 24 });
  assert.equal(terminalColumns(pipe, size(120)), 80);
  assert.equal(terminalColumns(terminal, size(120)), 120);
  assert.equal(terminalColumns(terminal, size(0)), 80);
  assert.equal(
    terminalColumns(terminal, () => {
      throw new Error("no size");
    }),
    80,
  );
});
