import assert from "node:assert/strict";
import { END_AT_ONCE, isCrashCode, signalToPass } from "../../platform/launched.ts";

Deno.test("the launcher passes a keypress on where that is no order to end at once", () => {
  for (const os of ["linux", "darwin"] as const) {
    assert.equal(signalToPass("SIGINT", { again: false, os }), "SIGINT");
    assert.equal(signalToPass("SIGTERM", { again: false, os }), "SIGTERM");
    assert.equal(signalToPass("SIGINT", { again: true, os }), END_AT_ONCE);
  }
  // There the console has told the program already, and to send any signal ends it.
  assert.equal(signalToPass("SIGINT", { again: false, os: "windows" }), undefined);
  assert.equal(signalToPass("SIGBREAK", { again: false, os: "windows" }), undefined);
  assert.equal(signalToPass("SIGINT", { again: true, os: "windows" }), "SIGKILL");
});

Deno.test("a crash on Windows is told from an exit code of the program's own", () => {
  // An access violation, as Windows says it and as a signed number; a stack that was overrun; a breakpoint.
  assert.ok([0xc0000005, -1073741819, 0xc0000409, 0x80000003].every(isCrashCode));
  assert.ok(![0, 1, 2, 3, 130, 139].some(isCrashCode));
});
