/**
 * The verbs `list` and `describe`.
 *
 * @module
 */
import { text } from "../platform/command_line/value_kind.ts";
import { defineVerb, required, toggle } from "../platform/command_line/verb.ts";
import { paperOrSuite } from "./session/run_values.ts";

/** Prints all that can be run. */
export const listVerb = defineVerb({
  name: "list",
  description: "papers, what they print and which suites produce it, kernels",
  needs: [],
  arguments: {},
  flags: { json: toggle("print the papers' artifacts as one JSON array") },
  async run({ json }) {
    if (json) {
      const { artifacts } = await import("./artifacts.ts");
      console.log(JSON.stringify(artifacts()));
    } else {
      const { catalog, renderCatalog } = await import("./catalog.ts");
      console.log(renderCatalog(catalog()));
    }
  },
});

/** Prints one thing that can be run or that is claimed. */
export const describeVerb = defineVerb({
  name: "describe",
  description: "a paper, a suite, a kernel or a claim",
  needs: [],
  arguments: { name: required(text("name", paperOrSuite.completes), "its id, as list prints it") },
  flags: {},
  async run({ name }) {
    const { describe } = await import("./catalog.ts");
    console.log(describe(name));
  },
});
