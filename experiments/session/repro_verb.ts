/**
 * The verb `repro`.
 *
 * @module
 */
import { RANK_ENGINES } from "../../distributed/communicator/communicator.ts";
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { byteSize, choice, text, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { EXIT } from "../../platform/errors.ts";
import { sessionName } from "../../results/store/session_values.ts";
import { DEFAULT_RANKS } from "../lab.ts";
import { profileOf } from "../profiles.ts";
import { papersToRun, RUN_FLAGS, RUN_NEEDS, runBudget } from "./run_values.ts";

/** Runs suites into a session. */
export const reproVerb = defineVerb({
  name: "repro",
  description: "run suites: check, time, compare with the published numbers, and write a report",
  needs: [...RUN_NEEDS, "peers"],
  arguments: { papers: papersToRun },
  flags: {
    artifact: optional(text("name"), 'one table or figure, such as "table 3"'),
    ...RUN_FLAGS,
    deviceMemory: optional(byteSize, "cap on device memory, such as 64MiB"),
    ranks: optional(wholeNumber(1), `ranks of the distributed suites; ${DEFAULT_RANKS} unless told`),
    engine: optional(
      choice("name", RANK_ENGINES),
      "what carries ranks' messages: local (workers, unless told) or mpi",
      { needs: (engine) => engine === "mpi" ? ["ranks"] : [] },
    ),
    adapter: optional(wholeNumber(0), "which of several GPU adapters"),
    allowSoftware: toggle(
      "also time kernels on an adapter that emulates a GPU; never compared with published numbers",
    ),
    budget: runBudget("ends in a bundle"),
    seed: defaulting(wholeNumber(0), 1, "seed of every random choice"),
    session: optional(sessionName, "created if absent, else resumed"),
    stale: toggle("also rerun what a change of code, data or device has invalidated"),
    failed: toggle("also rerun comparisons with a cell that did not end well"),
    dryRun: toggle("say what would run, and about how long it takes"),
    strictData: toggle("a missing dataset is an error, not a stand-in"),
    json: toggle("print one JSON object on standard output"),
  },
  async run({ json = false, dryRun, ...options }, { typed }) {
    if (dryRun) {
      const { suitesOfRun } = await import("./planning/run_suites.ts");
      const suites = await suitesOfRun(options);
      const { estimate } = await import("./planning/estimate.ts");
      const { earlierRuns } = await import("./planning/earlier_runs.ts");
      const { out, profile, device = "auto" } = options, backend = device === "auto" ? undefined : device;
      const where = { out, ...(backend !== undefined && { backend }) };
      const plan = estimate(options.papers, options, await earlierRuns(suites, profileOf(profile), where));
      console.log(json ? JSON.stringify(plan) : plan.text);
      return;
    }
    using interrupt = listenAndTell();
    const { repro } = await import("./repro.ts");
    const { savedTuning } = await import("../../kernels/tuning/tuning_file.ts");
    const { isEmpty, renderSummary } = await import("./summary.ts");
    const summary = await repro({
      ...options,
      tuning: savedTuning,
      quiet: json,
      command: typed,
      signal: interrupt.signal,
    });
    const { bundleRun } = await import("./run_bundle.ts");
    const bundled = options.budget === undefined ? undefined : await bundleRun(options.out, summary);
    const text = json ? JSON.stringify({ ...summary, ...bundled }) : await renderSummary(summary);
    console.log(
      json || bundled === undefined || isEmpty(summary) ? text : `${text}\nbundle  ${bundled.bundle}`,
    );
    return summary.failed ? EXIT.failed : EXIT.ok;
  },
});
