import assert from "node:assert/strict";
import { formatUnit, labelWithUnit } from "../../../platform/text/unit.ts";

Deno.test("a label has its unit beside it, unless it says it", () => {
  assert.deepEqual(["x", "1", "ms"].map(formatUnit), ["\u00d7", "", "ms"]);
  const labels = [["SpMM time", "ms"], ["Edges", "edges"], ["share", "1"]] as const;
  assert.deepEqual(labels.map(([label, unit]) => labelWithUnit(label, unit)), [
    "SpMM time (ms)",
    "Edges",
    "share",
  ]);
});
