/** Terminals that rewrite a line and set colours. @module */
import assert from "node:assert/strict";
import { isObeyingTerminal } from "../../../platform/command_line/terminal.ts";

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
