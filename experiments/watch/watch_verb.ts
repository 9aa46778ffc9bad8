/**
 * The verb `watch`.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { graphOrDataset } from "../../datasets/datasets_verb.ts";
import { listenForInterrupt } from "../../platform/interrupt.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { InvalidValue, text, type ValueKind, wholeNumber } from "../../platform/command_line/value_kind.ts";
import { defaulting, defineVerb, optional, required, toggle } from "../../platform/command_line/verb.ts";
import { isKernelFile } from "../peers/user_kernels/kernel_file.ts";
import { RUN_FLAGS } from "../session/run_values.ts";

/** Numbers by name, with commas between them: `workgroup=128,lanes=8`. */
const parameters: ValueKind<Readonly<Record<string, number>>> = {
  placeholder: "name=value",
  parse: (value) =>
    Object.fromEntries(
      value.split(",").map((each) => {
        const [name, number, ...more] = each.split("=");
        if (name && number?.trim() && Number.isFinite(Number(number)) && more.length === 0) {
          return [name, Number(number)];
        }
        throw new InvalidValue("Write a name and a number, such as workgroup=128.");
      }),
    ),
};

const { profile, device, threads, dataDir } = RUN_FLAGS;

/** Name of a kernel, or a file of a user's, in whose folder a compiler may replace it. */
const kernelOrFile: ValueKind<string> = {
  ...text("kernel"),
  opens: (name) => ({ read: [isKernelFile(name) ? dirname(resolve(name)) : name] }),
};

/** Checks and times a kernel whenever its files are saved. */
export const watchVerb = defineVerb({
  name: "watch",
  description:
    "on every save of a kernel's files: check it, and time it against the version before and row-split",
  needs: ["device", "cache", "data", "own programs"],
  arguments: {
    kernel: required(
      kernelOrFile,
      "an SpMM kernel, such as spmm/row-split, or your own: a shared library or a Python file",
      { needs: (name) => isKernelFile(name) ? ["user kernels", "peers"] : [] },
    ),
  },
  flags: {
    graph: defaulting(graphOrDataset, "pubmed", "a dataset, or a file (.mtx, .npz, .graph or an edge list)"),
    width: defaulting(wholeNumber(1), 64, "columns of features"),
    param: optional(parameters, "values of the kernel's parameters, with commas between them"),
    profile,
    device,
    threads,
    dataDir,
    allowSoftware: toggle("also time on an adapter that emulates a GPU"),
    seed: defaulting(wholeNumber(0), 1, "seed of features, checks and turns"),
    once: toggle("make one pass and end: exit code 0 for a right result, 1 for a wrong one"),
  },
  async run({ param = {}, threads = navigator.hardwareConcurrency, once = false, ...options }) {
    const { allowSoftware = false, ...conditions } = options;
    using interrupt = listenForInterrupt("run watch again: it keeps nothing");
    const { watch } = await import("./watch.ts");
    try {
      return await watch({
        ...conditions,
        parameters: param,
        threads,
        once,
        allowSoftware,
        say: (line) => console.log(line),
        signal: interrupt.signal,
      });
    } catch (error) {
      // Ctrl-C is the way to end it, and no error.
      if (once || !(error instanceof Interrupted)) throw error;
      return error.exitCode;
    }
  },
});
