import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { documentHead, inline, policyHash } from "../../../results/report/document_head.ts";

Deno.test("the policy's digest of a style is that of the text between the tags", () => {
  const text = "p > em { color: red }";
  const { source } = documentHead({ title: "<T>", policy: `style-src ${policyHash(text)}`, style: { text } });
  const between = /<style>(.*)<\/style>/s.exec(source)![1];
  const digest = createHash("sha256").update(between).digest("base64");
  assert.ok(source.includes(`content="style-src &#39;sha256-${digest}&#39;"`), source);
  assert.match(source, /<title>&lt;T&gt;<\/title>/);
});

Deno.test("a style sheet is either in the document or at an address", () => {
  const { source } = documentHead({ title: "", policy: "", style: { address: "assets/site.css" } });
  assert.match(source, /<link rel="stylesheet" href="assets\/site\.css">/);
  assert.doesNotMatch(source, /<style>/);
});

Deno.test("a source that would end its own element is refused", () => {
  for (const source of ["a</script >", "b</STYLE>", "<!-- <script"]) {
    assert.throws(() => inline(source), TypeError);
  }
  assert.equal(inline("a < b && c").source, "a < b && c");
});
