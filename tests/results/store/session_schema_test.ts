import assert from "node:assert/strict";
import { DataError } from "../../../platform/errors.ts";
import { formatSessionDocument, parseSessionDocument } from "../../../results/store/session_schema.ts";
import { sessionDocument } from "../session_fixture.ts";

function withPlots(plots: readonly unknown[]): string {
  const document = sessionDocument();
  return JSON.stringify({ ...document, suites: document.suites.map((suite) => ({ ...suite, plots })) });
}

Deno.test("a document whose plots have only what the first version knew can be read", () => {
  const plots = [{ metric: "speedup", x: "workload" }, {
    metric: "time",
    x: "width",
    facet: "dataset",
    logarithmic: true,
  }];
  assert.deepEqual(parseSessionDocument(withPlots(plots), "session.json").suites[0].plots, plots);
});

Deno.test("stacks, shares and logarithmic x axes survive the file", () => {
  const plots = [
    { metric: "epoch", x: "workload", stack: ["aggregation", "loss"], share: true },
    { metric: "test_loss", x: "train_seconds", logarithmicX: true },
  ];
  const document = parseSessionDocument(withPlots(plots), "session.json");
  assert.deepEqual(document.suites[0].plots, plots);
  assert.deepEqual(parseSessionDocument(formatSessionDocument(document), "session.json"), document);
});

Deno.test("a plot's member of the wrong type is refused by name", () => {
  for (const wrong of [{ stack: "aggregation" }, { stack: [1] }, { share: 1 }, { logarithmicX: "yes" }]) {
    const json = withPlots([{ metric: "time", x: "workload", ...wrong }]);
    const [member] = Object.keys(wrong);
    assert.throws(
      () => parseSessionDocument(json, "session.json"),
      (error) => error instanceof DataError && error.message.includes(`plots.0.${member}`),
    );
  }
});

Deno.test("a document that was cut off is to be restored from a copy: another version could not read it either", () => {
  const json = formatSessionDocument(sessionDocument());
  assert.throws(
    () => parseSessionDocument(json.slice(0, json.length / 2), "session.json"),
    (error) =>
      error instanceof DataError && /Next: restore the file from a copy, or start/.test(error.message),
  );
});
