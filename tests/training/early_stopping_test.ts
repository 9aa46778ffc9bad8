import assert from "node:assert/strict";
import { UsageError } from "../../platform/errors.ts";
import { EarlyStopping } from "../../training/early_stopping.ts";

Deno.test("training stops after as many evaluations without a lower loss as patience has", () => {
  const stopping = new EarlyStopping({ patience: 2, watch: "loss" });
  const verdicts = [3, 2, 2.5, 1, 1, 4].map((loss) => stopping.observe({ loss, accuracy: 0 }));
  assert.deepEqual(verdicts, ["best", "best", "wait", "best", "wait", "stop"]);
});

Deno.test("a watched accuracy should rise, whatever the loss does", () => {
  const stopping = new EarlyStopping({ patience: 1, watch: "accuracy" });
  assert.equal(stopping.observe({ loss: 1, accuracy: 0 }), "best");
  assert.equal(stopping.observe({ loss: 9, accuracy: 0.1 }), "best");
  assert.equal(stopping.observe({ loss: 0, accuracy: 0.1 }), "stop");
});

Deno.test("a patience that is no count is refused", () => {
  for (const patience of [0, -1, 1.5, NaN]) {
    assert.throws(() => new EarlyStopping({ patience, watch: "loss" }), UsageError);
  }
});
