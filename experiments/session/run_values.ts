/**
 * Command-line values of `repro` and `nightly` that select the suites, the device and the data.
 *
 * @module
 */
import type { Need } from "../../platform/command_line/need.ts";
import { WEBGPU_IMPLEMENTATIONS } from "../../hardware/webgpu/implementation.ts";
import {
  choice,
  duration,
  folderToRead,
  InvalidValue,
  text,
  type ValueKind,
  wholeNumber,
  wholeNumbers,
} from "../../platform/command_line/value_kind.ts";
import { defaulting, type Input, optional, several, toggle } from "../../platform/command_line/verb.ts";
import { SESSIONS, sessionsFolder } from "../../results/store/session_values.ts";
import { PROFILES } from "../profiles.ts";

const MOST_THREADS = 1024;

const profile: ValueKind<string> = choice("name", Object.keys(PROFILES));
/** Kind of device of a run. */
export const deviceKind: ValueKind<string> = choice("name", ["auto", "webgpu", "x86", "wasm"]);
const webgpu = choice("name", ["auto", ...WEBGPU_IMPLEMENTATIONS]);

/** Id of a paper or a suite, or name of a group of suites. */
const paperOrSuite: ValueKind<string> = text("paper", {
  ask: "suite",
  values: async () => {
    const { papers } = await import("../papers.ts");
    const { SUITE_GROUPS } = await import("../suite.ts");
    const { allSuites } = await import("../suites.ts");
    return [...Object.keys(SUITE_GROUPS), ...[...papers(), ...allSuites()].map(({ id }) => id)];
  },
});

/** Papers and suites to run. */
export const papersToRun: Input<readonly string[], true> = several(
  paperOrSuite,
  "paper or suite ids, or accuracy (suites of long trainings, which run only when named); none for all five papers",
);

/** Files that are read, with commas between them. */
const filesToRead: ValueKind<readonly string[]> = {
  placeholder: "file",
  completes: "file",
  parse: (value) => {
    const files = value.split(",").filter((file) => file !== "");
    if (files.length === 0) throw new InvalidValue("Write one file or more, with commas between them.");
    return files;
  },
  opens: (value) => ({ read: value.split(",") }),
};

/** Time of a run of the papers' suites; `ends` says what comes with its end. */
export function runBudget(ends: string) {
  return optional(
    duration,
    `most time for the run, such as 9m: what decides most claims per second comes first; ${ends}`,
  );
}

/** Flags that both verbs have. */
export const RUN_FLAGS = {
  profile: defaulting(
    profile,
    "standard",
    "smoke (seconds), standard (minutes) or paper (published sizes)",
  ),
  device: defaulting(deviceKind, "auto", "auto, webgpu, x86 or wasm", {
    needs: (name) => name === "webgpu" ? ["software adapter"] : [],
  }),
  webgpu: optional(
    webgpu,
    "implementation of WebGPU: native (the runtime's own), dawn, or auto (the one that waits less), which is " +
      "taken unless told",
  ),
  threads: optional(
    wholeNumber(1, MOST_THREADS),
    "CPU threads of the wasm and x86 devices, and of peers; one per core unless told",
  ),
  dataDir: optional(folderToRead, "where real datasets lie; searched before GNN_REPRO_DATA and the cache"),
  // Two filters look like a narrower one.
  filter: {
    ...optional(text("terms"), "only what passes, such as 'dataset~reddit && width<=64'"),
    once: true,
  },
  kernel: optional(
    filesToRead,
    "sparse products of your own beside ours: shared libraries or Python files, with commas between them",
    { needs: () => ["user kernels"] },
  ),
  kernelWait: optional(
    duration,
    "longest wait for an answer of these kernels before their cell fails, such as 10m; 30s in profile smoke, " +
      "else 2m",
  ),
  graph: optional(
    filesToRead,
    "graphs of your own, which the kernel ladder then runs on: .mtx, .npz, .graph or edge lists (.txt, .tsv, " +
      ".csv), also .gz, or datasets by name, with commas between them",
  ),
  width: optional(wholeNumbers(1), "columns of features on these graphs; 64,128 unless told"),
  symmetrise: toggle("store both directions of every edge of these graphs"),
  out: defaulting(sessionsFolder, SESSIONS, "where session folders go"),
} as const;

/** Resources of the machine that every run needs, whatever its options. */
export const RUN_NEEDS: readonly Need[] = ["device", "cache", "data", "lock", "commit"];
