/**
 * The verb `nightly`.
 *
 * @module
 */
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { fileToWrite, folderToWrite } from "../../platform/command_line/value_kind.ts";
import { defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { papersToRun, RUN_FLAGS, RUN_NEEDS, runBudget } from "./run_values.ts";

/** Runs suites and judges them against the nights before. */
export const nightlyVerb = defineVerb({
  name: "nightly",
  description:
    "run, look for steps, rebuild the dashboard, write a summary; exits with 1 on a confirmed regression",
  needs: [...RUN_NEEDS, "peers"],
  arguments: { papers: papersToRun },
  flags: {
    ...RUN_FLAGS,
    budget: runBudget("the site is built after it"),
    site: optional(folderToWrite, "where the site goes; site within --out unless told"),
    summary: optional(fileToWrite, "where the Markdown goes; nightly.md within the site unless told"),
    json: toggle("print one JSON object"),
  },
  async run({ site, summary, json = false, ...options }, { typed }) {
    using interrupt = listenAndTell("run dashboard for what there is, or nightly again for another session");
    const { signal } = interrupt;
    const { repro } = await import("./repro.ts");
    const { savedTuning } = await import("../../kernels/tuning/tuning_file.ts");
    const { isEmpty } = await import("./summary.ts");
    const { todaysClaims } = await import("../stored_sessions/todays_claims.ts");
    const { nightly } = await import("../../results/nightly.ts");
    const night = await nightly({
      root: options.out,
      run: async () => {
        const run = await repro({ ...options, tuning: savedTuning, quiet: json, command: typed, signal });
        return { ...run, empty: isEmpty(run) };
      },
      judge: todaysClaims,
      signal,
      ...(site !== undefined && { site }),
      ...(summary !== undefined && { summary }),
    });
    const { session, exitCode, markdown, index, summary: path } = night;
    console.log(json ? JSON.stringify({ session, exitCode, index, summary: path }) : `${markdown}\n${index}`);
    return exitCode;
  },
});
