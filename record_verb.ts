/**
 * The verb `record`: the facts about this machine, then a recording of its device.
 *
 * @module
 */
import { capabilities, renderCapabilities } from "./doctor_verb.ts";
import { deviceKind, RUN_FLAGS, RUN_NEEDS } from "./experiments/session/run_values.ts";
import { listenAndTell } from "./platform/command_line/interruptible.ts";
import { duration, wholeNumber } from "./platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "./platform/command_line/verb.ts";
import { EXIT } from "./platform/errors.ts";
import { sessionName } from "./results/store/session_values.ts";

/** Time of a recording unless the user says another. */
const DEFAULT_BUDGET_S = 540;

/** Records the device at hand. */
export const recordVerb = defineVerb({
  name: "record",
  description: "record this device in a given time: facts, checks, kernels, claims; ends in one file to send",
  needs: [...RUN_NEEDS, "peers", "existing python", "rank launcher"],
  arguments: {},
  flags: {
    budget: defaulting(duration, DEFAULT_BUDGET_S, "most time, the file included, such as 9m"),
    device: defaulting(deviceKind, "auto", RUN_FLAGS.device.description),
    session: optional(sessionName, "created if absent, else gone on with"),
    peers: toggle("also measure other systems that are set up"),
    profile: RUN_FLAGS.profile,
    webgpu: RUN_FLAGS.webgpu,
    adapter: optional(wholeNumber(0), "which of several GPU adapters"),
    allowSoftware: toggle("rehearse on an adapter that emulates a GPU", {
      needs: (allowed) => allowed ? ["software adapter"] : [],
    }),
    threads: RUN_FLAGS.threads,
    dataDir: RUN_FLAGS.dataDir,
    out: RUN_FLAGS.out,
    json: toggle("print one JSON object on standard output"),
  },
  async run({ json = false, ...options }, { typed }) {
    using interrupt = listenAndTell();
    const started = performance.now();
    const parts = await capabilities();
    if (!json) console.log(`${renderCapabilities(parts)}\n`);
    const { record } = await import("./experiments/record/record.ts");
    const { recordingText } = await import("./experiments/record/recording_text.ts");
    const { savedTuning } = await import("./kernels/tuning/tuning_file.ts");
    const { renderSummary } = await import("./experiments/session/summary.ts");
    const recording = await record({
      ...options,
      tuning: savedTuning,
      budget: options.budget - (performance.now() - started) / 1000,
      quiet: json,
      command: typed,
      signal: interrupt.signal,
    });
    if (json) console.log(JSON.stringify({ ...recording, parts }));
    else console.log([await renderSummary(recording), await recordingText(recording)].join("\n\n").trimEnd());
    return recording.failed ? EXIT.failed : EXIT.ok;
  },
});
