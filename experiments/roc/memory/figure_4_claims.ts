/**
 * Claims of roc Figure 4: ROC beside frameworks on one GPU, and whether Reddit fits.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { sharedP, signTest } from "../../../platform/statistics/mod.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import { fitsWithin } from "../../claims/card_memory.ts";
import { type NamedSystem, policyBeside, systemCell } from "../../claims/named_system.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import { metricOf, ON_A_GPU } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import type { EpochEnd } from "../../trials/epoch_rounds.ts";
import { CARD_GB, MANAGED_MODELS, type ManagedModel } from "./managed_graphs.ts";
import { FRAMEWORKS, modelWorkload, REAL, ROC } from "./single_gpu_systems.ts";
import { longCalls } from "../../premises/long_calls.ts";
import { busyThreads } from "../../premises/busy_threads.ts";

/** Least throughput over that of a framework that counts as comparable. */
const COMPARABLE = 0.8;

/**
 * Comparison of a policy with its framework on another model, by which it cannot stand for the framework on a
 * model that the framework does not train here.
 */
function unlikeElsewhere(
  evidence: SuiteEvidence,
  system: NamedSystem,
  except: ManagedModel,
): string | undefined {
  for (const model of MANAGED_MODELS.filter((each) => each !== except)) {
    const compared = policyBeside(evidence, modelWorkload("pubmed", model), system, "epoch_time");
    if (compared && !compared.alike) return `on ${model} ${compared.text}`;
  }
}

/**
 * `throughput(roc) >= 0.8 * throughput(framework)` on Pubmed: of the framework itself where it was measured,
 * and where the policy is slower than it, the part says so. Elsewhere the framework's policy decides, unless
 * it is faster or slower than its framework on a model that both train: there the part is open.
 */
function comparable(evidence: SuiteEvidence, model: ManagedModel, framework: Contender): ClaimPart {
  const workload = modelWorkload("pubmed", model);
  const peer = framework.id.replace("policy:", "peer:"), itself = REAL.find(({ id }) => id === peer);
  const system = { name: itself?.label ?? framework.label, peer, policy: framework.id };
  const key = systemCell(evidence, workload, system, "epoch_time");
  const label = key.contender === peer ? system.name : framework.label;
  // The times behind the ratio are held against the fixed cost of a call.
  evidence.row(key, "epoch_time");
  const part = evidence.bounded(key, "roc_throughput_ratio", { side: "above", bound: COMPARABLE });
  const named = { ...part, text: `${model}, ROC's throughput over that of ${label}: ${part.text}` };
  if (key.contender !== peer) {
    const unlike = unlikeElsewhere(evidence, system, model);
    return unlike === undefined ? named : openPart(named, `${unlike}: it does not stand for it`);
  }
  const compared = policyBeside(evidence, workload, system, "epoch_time");
  return compared === undefined || compared.holds
    ? named
    : { ...named, text: `${named.text}; ${compared.text}: it does not stand for it` };
}

/** Distance of a ratio from its bound, as a factor, beyond which a session's own noise can hide nothing. */
const CLEAR = 1.25;
/** Largest p, shared among the looks, of what is certain: at the first look, all rounds on one side. */
const CERTAIN = 2e-4;

/** Side of the bound on which a framework's times over ROC's certainly are; neither where that is open. */
function certainSide(ms: readonly number[], roc: readonly number[]): "above" | "below" | "open" {
  // Who failed has fewer rounds.
  if (ms.length < roc.length) return "open";
  const ratios = ms.map((each, round) => each / roc[round]);
  const isBeyond = (bound: number, side: "greater" | "less") =>
    sharedP(signTest(ratios.map((ratio) => ratio - bound), side).p, ratios.length) <= CERTAIN;
  if (isBeyond(COMPARABLE / CLEAR, "less")) return "below";
  return isBeyond(COMPARABLE * CLEAR, "greater") ? "above" : "open";
}

/**
 * Early end of the rounds in which ROC is compared with frameworks: where it certainly is slower than
 * comparable to one of them, or not slower than to any. A framework itself counts in the place of its policy,
 * as in {@linkcode comparable}.
 */
export function comparableEnd(
  least: number,
  { roc, frameworks }: { readonly roc: string; readonly frameworks: readonly Contender[] },
): EpochEnd {
  return {
    least,
    isCertain: (msOf) => {
      const ofRoc = msOf(roc);
      if (ofRoc === undefined) return false;
      const sides = frameworks.map(({ id }) =>
        certainSide(msOf(id.replace("policy:", "peer:")) ?? msOf(id) ?? [], ofRoc)
      );
      return sides.includes("below") || sides.every((side) => side === "above");
    },
  };
}

/**
 * `peak_gpu_memory(framework) > card`, and ROC fits. A ledger is the least that a system takes, and shows
 * that it does not fit; that ROC does is shown by its bytes with the overhead that was measured here.
 */
function outOfMemory(evidence: SuiteEvidence, model: ManagedModel): ClaimPart[] {
  const ask = ({ id, label }: Contender): ClaimPart => {
    const key = { workload: modelWorkload("reddit", model), contender: id }, isOwn = id === ROC;
    const row = evidence.row(key, "peak_memory"), least = medianOf(row);
    const measured = isOwn ? evidence.row(key, "memory_overhead") : undefined;
    const overhead = measured && medianOf(measured);
    const fits = fitsWithin(CARD_GB, { least, ...(overhead !== undefined && { overhead }) });
    const beside = overhead === undefined
      ? ""
      : `, ${(least * overhead).toPrecision(3)} with the overhead measured here`;
    return evidence.decide(fits === undefined ? undefined : fits === isOwn, {
      text: `${model}, ${label}, at least: ${least.toPrecision(3)} GB${beside}`,
      rows: [row, ...(measured ? [measured] : [])],
      value: least,
      open: "the ledger counts the least that a step needs, and that would fit",
    });
  };
  return [ask({ id: ROC, label: "ROC" }), ...FRAMEWORKS.map(ask)];
}

const PUBMED_CELLS = MANAGED_MODELS.flatMap((model) =>
  FRAMEWORKS.map(({ id: contender }) => ({ workload: modelWorkload("pubmed", model), contender }))
);

/**
 * ROC is expected to be about as fast although it writes every result back to host memory, since later
 * operations run meanwhile (Section 7.2). On CPU threads the cores that compute also copy.
 */
const COPIES_BESIDE_KERNELS: PremiseCondition = {
  text: "copies to host memory beside kernels",
  elsewhere: ON_A_GPU.elsewhere,
  find: (evidence) => {
    const { met } = ON_A_GPU.find(evidence), { backend, threads } = evidence.measuredOn();
    if (met) return { met, text: "results are written back while kernels run" };
    const device = backend === "webgpu" ? "an emulated GPU" : `${threads} CPU threads`;
    return {
      met,
      text: `kernels wait for copies on ${device}, copies to host memory beside them are wanted`,
    };
  },
};

/** Rules of all claims on Figure 4. */
export const FIGURE_4_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "roc.q.single-gpu-comparable",
    premise: [
      COPIES_BESIDE_KERNELS,
      longCalls(PUBMED_CELLS, { metric: "epoch_time" }),
      busyThreads(
        metricOf("work_items", PUBMED_CELLS),
        "a device of CPU threads: Pubmed has no larger scale",
      ),
    ],
    decide: (evidence) =>
      MANAGED_MODELS.flatMap((model) =>
        FRAMEWORKS.map((framework) => comparable(evidence, model, framework))
      ),
  },
  {
    claimId: "roc.q.reddit-oom",
    decide: (evidence) => MANAGED_MODELS.flatMap((model) => outOfMemory(evidence, model)),
  },
];
