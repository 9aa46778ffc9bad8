/**
 * The verb `bench`.
 *
 * @module
 */
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { byteSize, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";
import { EXIT } from "../../platform/errors.ts";
import { sessionName } from "../../results/store/session_values.ts";
import { RUN_FLAGS, RUN_NEEDS } from "../session/run_values.ts";

/** Measures this device beside its peers and its limits. */
export const benchVerb = defineVerb({
  name: "bench",
  description: "this device beside its peers and its limits, with targets; exits with 1 where one is missed",
  needs: [...RUN_NEEDS, "peers", "c compiler"],
  arguments: {},
  flags: {
    quick: toggle("two small graphs and two widths: minutes, for a look at the machinery"),
    ...RUN_FLAGS,
    deviceMemory: optional(byteSize, "cap on device memory, such as 64MiB"),
    adapter: optional(wholeNumber(0), "which of several GPU adapters"),
    seed: defaulting(wholeNumber(0), 1, "seed of every random choice"),
    session: optional(sessionName, "created if absent, else resumed"),
    json: toggle("print one JSON object on standard output"),
  },
  async run({ json = false, ...options }, { typed }) {
    using interrupt = listenAndTell();
    const { bench } = await import("./bench.ts");
    const { savedTuning } = await import("../../kernels/tuning/tuning_file.ts");
    const { renderBench } = await import("./bench_text.ts");
    const { writeBenchPage } = await import("./bench_page.ts");
    const result = await bench({
      ...options,
      tuning: savedTuning,
      quiet: json,
      command: typed,
      signal: interrupt.signal,
    });
    const page = await writeBenchPage(result);
    const { summary, lines, failed } = result;
    console.log(json ? JSON.stringify({ ...summary, lines, failed, page }) : renderBench(result, page));
    return failed ? EXIT.failed : EXIT.ok;
  },
});
