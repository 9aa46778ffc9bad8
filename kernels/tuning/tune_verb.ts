/**
 * The verb `tune`: numbers of kernels that are fastest on this CPU or adapter, measured and kept.
 *
 * @module
 */
import { WEBGPU_IMPLEMENTATIONS } from "../../hardware/webgpu/implementation.ts";
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { choice, duration, wholeNumber, wholeNumbers } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";

const MOST_THREADS = 1024;

/** Tunes kernels on this CPU or adapter, and keeps the numbers for all verbs that run suites. */
export const tuneVerb = defineVerb({
  name: "tune",
  description:
    "measure which numbers make kernels fastest, of machine code on this CPU (seconds a number) or, with " +
    "--device webgpu, of launches on an adapter (a minute in all); repro and all other verbs that run suites take them",
  needs: ["device", "cache"],
  arguments: {},
  flags: {
    device: defaulting(
      choice("name", ["x86", "webgpu"] as const),
      "x86",
      "x86, machine code, or webgpu, kernels on an adapter",
      { needs: (name) => name === "webgpu" ? ["software adapter"] : [] },
    ),
    threads: optional(wholeNumber(1, MOST_THREADS), "CPU threads to tune for; the cores when absent"),
    adapter: optional(wholeNumber(0), "which of several GPU adapters"),
    webgpu: optional(
      choice("name", ["auto", ...WEBGPU_IMPLEMENTATIONS] as const),
      "implementation of WebGPU to tune for: native, dawn, or auto (the one that waits less)",
    ),
    allowSoftware: toggle("rehearse on an adapter that emulates a GPU"),
    widths: optional(
      wholeNumbers(1),
      "widths of features, such as 64,128; those of the standard suites when absent",
    ),
    budget: optional(
      duration,
      "time after which no further number is begun, such as 30s; those chosen are kept; 70s with --device webgpu " +
        "unless told",
    ),
    seed: defaulting(wholeNumber(0), 1, "seed of the matrices and of the order of turns"),
    dryRun: toggle("say what would be tuned and where it is kept, and measure nothing"),
  },
  async run({ threads = navigator.hardwareConcurrency, dryRun, seed, ...options }) {
    const { planTuning, tuneHere } = await import("./tune_command.ts");
    const request = { ...options, threads };
    if (dryRun) {
      console.log(await planTuning(request));
      return;
    }
    using interrupt = listenAndTell("run tune again: the numbers kept before are as they were");
    const path = await tuneHere({
      ...request,
      seed,
      signal: interrupt.signal,
      say: (line) => console.log(line),
    });
    console.log(path === undefined ? "nothing is kept" : `kept in ${path}`);
  },
});
