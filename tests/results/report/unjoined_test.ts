/** Published numbers without a measured one, as the report lists them. @module */
import assert from "node:assert/strict";
import { renderUnjoined } from "../../../results/report/tables/published_table.ts";
import { comparisonRow } from "../session_fixture.ts";

Deno.test("reasons for which published numbers stand alone are told in words, with the code in the row", () => {
  const rows = ["setting", "duplicate-of:hetu-gnn.abs.x", "worked-example", "roc/figure-6 did not run"]
    .map((reason, i) => comparisonRow({ published_id: `p${i}`, reason, measured: undefined }));
  const { source } = renderUnjoined(rows, 10);
  const summaries = [...source.matchAll(/<summary>([^<]*)<\/summary>/g)].map(([, text]) => text);
  assert.deepEqual(summaries, [
    "a setting of the paper, not a result: 1",
    "printed more than once, measured where it stands first: 1",
    "an example of the paper&#39;s text, checked by a test: 1",
    "roc/figure-6 did not run: 1",
  ]);
  assert.ok(source.includes("duplicate-of:hetu-gnn.abs.x"));
});
