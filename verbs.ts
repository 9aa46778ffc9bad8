/**
 * All verbs of the command line, one line each, in the order of the help.
 *
 * @module
 */
import { datasetsVerb } from "./datasets/datasets_verb.ts";
import { partitionVerb } from "./distributed/partition_files/partition_verb.ts";
import { adviseVerb } from "./experiments/advise/advise_verb.ts";
import { benchVerb } from "./experiments/bench/bench_verb.ts";
import { bisectVerb } from "./experiments/bisect/bisect_verb.ts";
import { describeVerb, listVerb } from "./experiments/catalog_verbs.ts";
import { findingsVerb } from "./experiments/findings/findings_verb.ts";
import { nightlyVerb } from "./experiments/session/nightly_verb.ts";
import { reproVerb } from "./experiments/session/repro_verb.ts";
import { compareVerb } from "./experiments/stored_sessions/compare_verb.ts";
import { dashboardVerb } from "./experiments/stored_sessions/dashboard_verb.ts";
import { explainVerb } from "./experiments/stored_sessions/explain_verb.ts";
import { recordedVerb } from "./experiments/stored_sessions/recorded_verb.ts";
import { reportVerb } from "./experiments/stored_sessions/report_verb.ts";
import { tableVerb } from "./experiments/stored_sessions/table_verb.ts";
import { traceVerb } from "./experiments/trace/trace_verb.ts";
import { trainVerb } from "./experiments/train/train_verb.ts";
import { tryVerb } from "./experiments/try/try_verb.ts";
import { watchVerb } from "./experiments/watch/watch_verb.ts";
import { tuneVerb } from "./kernels/tuning/tune_verb.ts";
import { completeVerb, completionVerb } from "./platform/command_line/completion/completion_verbs.ts";
import type { VerbEntry } from "./platform/command_line/verb.ts";
import { bundleVerb } from "./results/bundle_verb.ts";
import { gcVerb } from "./results/gc_verb.ts";
import { noiseVerb } from "./results/noise_verb.ts";
import { doctorVerb } from "./doctor_verb.ts";
import { recordVerb } from "./record_verb.ts";

/** The verbs. The module of a verb loads little; its work is loaded when it runs. */
export const VERBS: readonly VerbEntry[] = [
  reproVerb,
  recordVerb,
  benchVerb,
  adviseVerb,
  trainVerb,
  listVerb,
  describeVerb,
  watchVerb,
  traceVerb,
  doctorVerb,
  datasetsVerb,
  partitionVerb,
  reportVerb,
  tableVerb,
  bundleVerb,
  explainVerb,
  compareVerb,
  findingsVerb,
  recordedVerb,
  dashboardVerb,
  nightlyVerb,
  tryVerb,
  noiseVerb,
  bisectVerb,
  tuneVerb,
  gcVerb,
  completionVerb,
  completeVerb,
];
