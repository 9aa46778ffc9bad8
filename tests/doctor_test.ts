import assert from "node:assert/strict";
import { renderCapabilities, told } from "../doctor_verb.ts";

Deno.test("a defect of a look is no lack of the machine's", async () => {
  await assert.rejects(told("A", () => Promise.reject(new TypeError("x is undefined"))), TypeError);
});

Deno.test("a part that cannot be looked at says why, and keeps no other from being told", async () => {
  const part = { part: "B", present: true, detail: "there", adds: "", install: "", fallback: "" };
  const refused = () => Promise.reject(new Deno.errors.PermissionDenied("Permission denied: readdir '/x'"));
  const parts = [...await told("A", refused), ...await told("B", () => Promise.resolve([part]))];
  assert.match(renderCapabilities(parts), /^absent {3}A: cannot be told: Permission denied: readdir '\/x'$/m);
  assert.match(renderCapabilities(parts), /^present {2}B: there$/m);
});
