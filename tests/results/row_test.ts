import assert from "node:assert/strict";
import {
  CLAIM_COLUMNS,
  COMPARISON_COLUMNS,
  isQuotient,
  isTimed,
  READABLE_SCHEMAS,
  ROW_COLUMNS,
  SAMPLE_COLUMNS,
  SCHEMA,
  VERDICTS,
} from "../../results/row.ts";
import { parseTable } from "../../results/store/table_parser.ts";
import { readRecords } from "../../results/store/table_reader.ts";
import { CLAIMS, COMPARISONS, headerLine, ROWS, SAMPLES, type Table } from "../../results/store/tables.ts";
import { claimRow, comparisonRow, writtenRow } from "./session_fixture.ts";

// Append only: whoever reads these files by position must never see a column move. A changed line here is a
// new schema.
Deno.test("headers of schema 3 are these, in this order", () => {
  assert.equal(SCHEMA, 3);
  assert.equal(
    headerLine(ROWS),
    "schema,session,profile,suite,paper,artifact,cell,contender,vs,dataset,dataset_kind,dataset_hash,model,backend," +
      "adapter_kind,threads,factors,metric,unit,n,median,mad,ci_lo,ci_hi,source,timer,roofline_share,rel_err,tolerance," +
      "checked_rows,seed,commit,attempt,status,reason,isa,webgpu,ranks\n",
  );
  assert.equal(headerLine(SAMPLES), "session,cell,metric,unit,attempt,preparation,round,calls,value\n");
  assert.equal(
    headerLine(COMPARISONS),
    "session,paper,artifact,published_id,metric,unit,dataset,model,system,config,relation,published,measured,ci_lo," +
      "ci_hi,source,cell,dataset_kind,judgement,reason,n\n",
  );
  assert.equal(
    headerLine(CLAIMS),
    "session,paper,artifact,claim_id,tier,statement,check,verdict,source,dataset_kind,effect,ci_lo,ci_hi,p,p_holm," +
      "evidence,reason,premise\n",
  );
});

Deno.test("tables write the columns that row.ts declares", () => {
  assert.equal(ROWS.columns, ROW_COLUMNS);
  assert.equal(SAMPLES.columns, SAMPLE_COLUMNS);
  assert.equal(COMPARISONS.columns, COMPARISON_COLUMNS);
  assert.equal(CLAIMS.columns, CLAIM_COLUMNS);
});

Deno.test("all schemas up to this one are read", () => {
  assert.deepEqual(READABLE_SCHEMAS, Array.from({ length: SCHEMA }, (_, i) => i + 1));
});

Deno.test("a time has a clock or was measured in a unit of time; a ratio is a quotient, with a baseline or without", () => {
  const timed = (timer: "wall" | "", unit: string, source: "measured" | "modelled" = "measured") =>
    isTimed({ timer, unit, source });
  assert.deepEqual([timed("wall", "x"), timed("", "ms"), timed("", "s")], [true, true, true]);
  assert.deepEqual([timed("", "count"), timed("", "x"), timed("", "ms", "modelled")], [false, false, false]);
  assert.deepEqual(
    [["", "x"], ["natural", "%"], ["", "%"], ["", "ms"]].map(([vs, unit]) => isQuotient({ vs, unit })),
    [true, true, false, false],
  );
});

Deno.test("verdicts are listed losses first", () => {
  assert.deepEqual([...VERDICTS], [
    "differs",
    "analogue-contradicts",
    "inconclusive",
    "reproduced",
    "analogue-supports",
    "holds",
    "out-of-regime",
    "not-run",
  ]);
});

Deno.test("tables of earlier schemas are read, with the columns that they have not left empty", () => {
  const first = <T>(table: Table<T>) => table.columns.filter((column) => !table.added?.includes(column));
  const { isa: _, webgpu: __, ranks: ___, ...row } = writtenRow({ schema: 1 });
  const { premise: ____, ...claim } = claimRow();
  const text = <T>(table: Table<T>, cells: Readonly<Record<string, unknown>>) =>
    `${first(table).join()}\n${first(table).map((column) => cells[column] ?? "").join()}\n`;
  assert.deepEqual(parseTable(ROWS, text(ROWS, row), "rows.csv"), [
    { ...row, isa: "", webgpu: "", ranks: undefined },
  ]);
  assert.deepEqual(readRecords(ROWS, text(ROWS, row), "rows.csv").rows, [
    { ...row, isa: "", webgpu: "", ranks: undefined },
  ]);
  const plain = { ...claim, evidence: "none" };
  assert.deepEqual(parseTable(CLAIMS, text(CLAIMS, plain), "claims.csv"), [{ ...plain, premise: "" }]);
  const { n: _____, ...compared } = comparisonRow();
  assert.deepEqual(parseTable(COMPARISONS, text(COMPARISONS, compared), "comparison.csv"), [
    { ...compared, n: undefined },
  ]);
});
