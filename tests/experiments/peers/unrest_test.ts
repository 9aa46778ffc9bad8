import assert from "node:assert/strict";
import { Unrest } from "../../../experiments/peers/unrest.ts";

Deno.test("disturbances are added up over runs; runs without counts, or none, say nothing", () => {
  const unrest = new Unrest();
  assert.equal(unrest.text(), undefined);
  unrest.add(5, { ms: 1 });
  unrest.add(1, { ms: 1, counts: { ran: 0, waited: 0, faults: 3 } });
  assert.equal(unrest.text(), undefined);
  unrest.add(3, { ms: 1, counts: { ran: 0.5, waited: 0.25, faults: 1 } });
  unrest.add(4, { ms: 1, counts: { ran: 1, waited: 0.25, faults: 12 } });
  const text = unrest.text()!;
  assert.match(text, /waited for a processor in 25 % of the time/);
  assert.match(text, /with 2 page faults a call$/);
});
