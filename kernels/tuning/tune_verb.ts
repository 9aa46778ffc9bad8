/**
 * The verb `tune`: numbers of machine code that are fastest on this CPU, measured and kept.
 *
 * @module
 */
import { listenAndTell } from "../../platform/command_line/interruptible.ts";
import { wholeNumber, wholeNumbers } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, toggle } from "../../platform/command_line/verb.ts";

const MOST_THREADS = 1024;

/** Tunes machine code on this CPU, and keeps the numbers for `repro`, `bench` and `nightly`. */
export const tuneVerb = defineVerb({
  name: "tune",
  description:
    "measure which numbers make machine code fastest on this CPU; repro, bench and nightly take them",
  needs: ["device", "cache"],
  arguments: {},
  flags: {
    threads: optional(wholeNumber(1, MOST_THREADS), "CPU threads to tune for; the cores when absent"),
    widths: optional(
      wholeNumbers(1),
      "widths of features, such as 64,128; those of the standard suites when absent",
    ),
    seed: defaulting(wholeNumber(0), 1, "seed of the matrices and of the order of turns"),
    dryRun: toggle("say what would be tuned and where it is kept, and measure nothing"),
  },
  async run({ threads = navigator.hardwareConcurrency, widths, seed, dryRun }) {
    const { planTuning, tuneHere } = await import("./tune_command.ts");
    if (dryRun) {
      console.log(planTuning({ threads, ...(widths && { widths }) }));
      return;
    }
    using interrupt = listenAndTell("run tune again: the numbers kept before are as they were");
    const path = await tuneHere({
      threads,
      seed,
      signal: interrupt.signal,
      say: (line) => console.log(line),
      ...(widths && { widths }),
    });
    console.log(`kept in ${path}`);
  },
});
