/** Table of all rows of a suite. @module */
import assert from "node:assert/strict";
import { cellsTable } from "../../../results/report/tables/cell_table.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

Deno.test("the table of cells says once what a ratio is over", () => {
  const { suites: [suite] } = sessionDocument();
  const words = (label: string) => {
    const metrics = [{ id: "speedup", label, unit: "x", better: "higher" as const }];
    const row = writtenRow({ metric: "speedup", unit: "x", contender: "rcm", vs: "natural" });
    return cellsTable({ ...suite, metrics }, [row], 10).rows[0][2];
  };
  assert.equal(words("speed-up"), "speed-up over natural order");
  assert.equal(words("speed-up over natural order"), "speed-up over natural order");
  assert.equal(words("speed-up over the policy"), "speed-up over the policy, against natural order");
});
