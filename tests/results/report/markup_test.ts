import assert from "node:assert/strict";
import fc from "fast-check";
import { embedJson, html, Markup } from "../../../results/report/markup.ts";

Deno.test("no text becomes a tag, an attribute's end or a control character", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const { source } = html`<p title="${text}">${text}</p>`;
    const inner = source.slice('<p title="'.length, -"</p>".length);
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(inner.replace('">', ""), /[<>"'\x00-\x08\x7f]/);
  }));
  assert.equal(
    html`${"<img onerror=\"x\" a='1'>&"}`.source,
    "&lt;img onerror=&quot;x&quot; a=&#39;1&#39;&gt;&amp;",
  );
});

Deno.test("markup stands as it is, lists are joined, and nothing stands for what is absent", () => {
  assert.equal(
    html`${new Markup("<b>")}${[1, "a<", [html`<i>`]]}${undefined}${false}${0}`.source,
    "<b>1a&lt;<i>0",
  );
});

Deno.test("embedded JSON ends no script element and is read back unchanged", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const { source } = embedJson(value);
    assert.doesNotMatch(source, /[<>&\u2028\u2029]/);
    assert.equal(JSON.stringify(JSON.parse(source)), JSON.stringify(value));
  }));
  assert.equal(embedJson("</script>\u2028").source, '"\\u003c/script\\u003e\\u2028"');
});
