/** Tables of claims that have a fault, and those without a column that may be absent. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { DataError } from "../../../platform/errors.ts";

const CLAIM = {
  paper: "roc",
  artifact: "Figure 1",
  claim_id: "roc.q.fast",
  statement: "It is fast.",
  check: "time(a) < time(b)",
  tier: "time-gpu",
};

/** The claims of a table of one record. */
function claimsOf(record: Readonly<Record<string, string>>) {
  const folder = Deno.makeTempDirSync();
  try {
    const text = [Object.keys(record), Object.values(record)].map((fields) => fields.join(",")).join("\n");
    Deno.writeTextFileSync(join(folder, "claims.csv"), `${text}\n`);
    return readClaims({ id: "roc", tables: new URL(`${pathToFileURL(folder)}/`) });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("a claim has the columns of its record, and a premise only where the table has one", () => {
  const { claim_id: claimId, ...rest } = CLAIM;
  assert.deepEqual(claimsOf(CLAIM), [{ ...rest, claimId, premise: "" }]);
  assert.equal(claimsOf({ ...CLAIM, premise: "It fits." })[0].premise, "It fits.");
});

Deno.test("a claim without one of its texts, of an unknown tier or with an unknown column is refused by its line", () => {
  for (const column of ["artifact", "claim_id", "statement", "check"]) {
    const read = () => claimsOf({ ...CLAIM, [column]: "" });
    assert.throws(read, (error) => error instanceof DataError && error.message.includes(column), column);
  }
  for (const fault of [{ tier: "time" }, { note: "new" }, { paper: "fastgl" }]) {
    assert.throws(() => claimsOf({ ...CLAIM, ...fault }), DataError);
  }
});
