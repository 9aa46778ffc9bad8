import assert from "node:assert/strict";
import { join } from "node:path";
import { reportFolder, reservedFor } from "../../../results/store/session_path.ts";

Deno.test("no session has a name that verbs take for something else, in capital letters either", () => {
  for (const name of ["site", "Site", "SITE"]) assert.equal(reservedFor(name), "the dashboard");
  for (const name of ["a.zip", "A.ZIP"]) assert.equal(reservedFor(name), "an archive of a session");
  for (const name of ["a-report", "A-Report"]) {
    assert.equal(reservedFor(name), "the report beside an archive");
  }
  for (const name of ["mine", "sites", "my-site", "zip", "report", "a.zipped", "a-reports"]) {
    assert.equal(reservedFor(name), undefined, name);
  }
});

Deno.test("the report of a folder lies in it, that of an archive beside it", () => {
  assert.equal(reportFolder(join("a", "b")), join("a", "b"));
  assert.equal(reportFolder(join("a", "b.zip")), join("a", "b-report"));
});
