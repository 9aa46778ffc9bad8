/** Outcomes of contenders: an error ends its contender alone. @module */
import assert from "node:assert/strict";
import { contenderOutcomes } from "../../../experiments/trials/contender_outcomes.ts";
import { MissingError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupt.ts";

const CONTENDERS = ["a", "b", "c"].map((id) => ({ id, label: id }));

Deno.test("an error is that of its contender; the others have their outcomes", async () => {
  const missing = new MissingError({ action: "a", current: "b", wanted: "c", next: "d" });
  const outcomeOf = await contenderOutcomes(
    CONTENDERS,
    ({ id }) =>
      id === "b"
        ? Promise.reject(missing)
        : Promise.resolve({ times: {}, facts: { letter: id.charCodeAt(0) } }),
  );
  assert.deepEqual([outcomeOf("a").facts, outcomeOf("c").facts], [{ letter: 97 }, { letter: 99 }]);
  assert.throws(() => outcomeOf("b"), missing);
});

Deno.test("an interrupt ends all of them", async () => {
  const asked: string[] = [];
  await assert.rejects(
    contenderOutcomes(CONTENDERS, ({ id }) => {
      asked.push(id);
      return Promise.reject(new Interrupted("SIGINT"));
    }),
    Interrupted,
  );
  assert.deepEqual(asked, ["a"]);
});
