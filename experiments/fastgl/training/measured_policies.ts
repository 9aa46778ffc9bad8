/**
 * Policies that are measured on each graph and model. Figures that show the same iterations from different
 * sides ask for the same setting, so that they are measured once.
 *
 * @module
 */
import { mean } from "../../../platform/statistics/mod.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import type { JointMeasurement, JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { BATCH_PEERS } from "../../peers/peers.ts";
import type { Profile } from "../../profiles.ts";
import {
  DGL_POLICY,
  MATCH_ONLY,
  MATCH_REORDER,
  MATCH_REORDER_AWARE,
  type Policy,
  type SystemContender,
  SYSTEMS,
} from "../policies.ts";
import type { LibraryIterations } from "./library_iterations.ts";
import { type PolicyRounds, policyRounds } from "./round_times.ts";
import { type Change, gradientBytes, modelledEpochs } from "./several_devices.ts";
import { type TRAINING_REGIME, trainingRegime } from "./training_premises.ts";
import type { ModelId } from "../trained_models.ts";
import { policyIterations, type TrainingIterations, type TrainingSetting } from "./training_iterations.ts";
import { PRODUCTS, type TrainedCell, trainedGraph, type TrainingWorkload } from "./training_workloads.ts";

/** The systems, and DGL with one technique more at a time. */
export const ALL_POLICIES: readonly Policy[] = [...SYSTEMS, MATCH_ONLY, MATCH_REORDER, MATCH_REORDER_AWARE];

/**
 * Policies that suites share: all with GCN, and with GIN where Figure 3 adds the techniques one by one; else
 * the systems.
 */
function policiesOf(model: ModelId, graph: string): readonly Policy[] {
  return model === "GCN" || (model === "GIN" && graph === PRODUCTS) ? ALL_POLICIES : SYSTEMS;
}

/** Workers of the systems that run themselves. */
const PEERS = BATCH_PEERS.map(({ id }) => id);

/** Columns of features in a smoke run: its checks against the oracle would take most of it. */
const SMOKE_WIDTH = 32;

/** Setting in which all suites measure a graph and a model. */
export function policySetting(profile: Profile, id: string, model: ModelId): TrainingSetting {
  const graph = trainedGraph(profile, id), policies = policiesOf(model, id);
  if (profile.id !== "smoke") return { graph, model, policies, peers: PEERS, decides: true };
  // A smoke run has no time for workers to start.
  return { graph: { ...graph, featureWidth: SMOKE_WIDTH }, model, policies, peers: [], decides: false };
}

/** Parts of the iterations of each policy that was measured. */
export type RoundsOf = (policy: Policy) => PolicyRounds;

/** Measurements of the trainings of a workload. */
export interface MeasuredTraining extends TrainedCell {
  /** Setting that was measured. */
  readonly setting: TrainingSetting;
  /** Bytes of the gradients of its model. */
  readonly gradientBytes: number;
  /** Iterations of all policies. */
  readonly iterations: TrainingIterations;
  /** Parts of the iterations of a policy; throws what kept it from being measured. */
  readonly rounds: RoundsOf;
  /** Iterations of another system, by its worker; throws what kept it from being measured. */
  library(peer: string): LibraryIterations;
}

/** Milliseconds of a policy's epoch on several modelled devices, one entry a round. */
export function epochsOnDevices(
  { rounds, gradientBytes: bytes }: MeasuredTraining,
  policy: Policy,
  options: { readonly devices: number; readonly change: Change },
): number[] {
  return modelledEpochs(rounds(policy), { policy, bytes, ...options });
}

/**
 * Measurement by policies in turns. Where all contenders of the suite are asked for, the measurement is the
 * one that all suites share; else only those that are asked for take turns, and those that their values
 * need.
 *
 * @param outcomeOf Outcome of one policy, from the rounds of all that it needs; the regime of its iterations
 * is added, but for means.
 */
export function policyMeasurement<W extends TrainingWorkload, M extends Metrics & typeof TRAINING_REGIME>(
  { contenders: all, needs = () => [], libraryOutcomeOf }: {
    /** All contenders of the suite. */
    readonly contenders: readonly SystemContender[];
    /** Outcome of another system, by its worker; absent in a suite of policies alone. */
    readonly libraryOutcomeOf?: (peer: string, trainings: readonly MeasuredTraining[]) => JointOutcome<M>;
    /** Policies that the values of one policy are derived from, beside its own. */
    readonly needs?: (policy: Policy) => readonly Policy[];
  },
  outcomeOf: (
    policy: Policy,
    trainings: readonly MeasuredTraining[],
    workload: W,
    lab: Lab,
  ) => JointOutcome<M>,
): JointMeasurement<W, SystemContender, M> {
  return {
    kind: "joint",
    measure: async (lab, _dataset, workload, contenders) => {
      const asked = contenders.flatMap(({ policy }) => policy ?? []);
      const workers = contenders.flatMap(({ peer }) => peer ?? []);
      // A worker's values are ratios to those of all policies.
      const policies = workers.length === 0 && asked.length < all.filter(({ policy }) => policy).length
        ? withNeeded(asked, needs)
        : undefined;
      const trainings: MeasuredTraining[] = [];
      for (const cell of workload.trained) {
        const shared = policySetting(lab.profile, cell.graph, cell.model);
        const setting = policies === undefined ? shared : { ...shared, policies, peers: [] };
        const iterations = await policyIterations(lab, setting);
        const rounds = (policy: Policy) => policyRounds(iterations, policy, cell.model);
        const library = (peer: string) => {
          if (setting.peers?.includes(peer)) return iterations.library(peer);
          throw notInSmoke(peer);
        };
        trainings.push({
          ...cell,
          setting,
          gradientBytes: gradientBytes(setting),
          iterations,
          rounds,
          library,
        });
      }
      const byId = new Map(asked.map((policy) => [policy.id, policy]));
      const workerOf = new Map(contenders.flatMap(({ id, peer }) => peer === undefined ? [] : [[id, peer]]));
      return (id) => {
        const peer = workerOf.get(id);
        if (peer !== undefined) return libraryOutcomeOf!(peer, trainings);
        const { times, facts } = outcomeOf(byId.get(id)!, trainings, workload, lab);
        if (workload.isMean) return { times, facts };
        const [{ iterations, setting }] = trainings;
        const [{ loading: { gatherKernel: gather } }] = iterations.of(id).records;
        const factors = { gather };
        return { times, facts: { ...facts, ...trainingRegime(iterations, id, { setting }) }, factors };
      };
    },
  };
}

/** Reason for which a smoke run has no times of another system. */
function notInSmoke(peer: string): MissingError {
  return new MissingError({
    action: `time iterations by peer "${peer}"`,
    current: "the smoke profile",
    wanted: "times at the sizes of profile standard",
    next: "use --profile standard",
  });
}

/** Policies in the order of {@linkcode ALL_POLICIES}, with those that their values need. */
function withNeeded(asked: readonly Policy[], needs: (policy: Policy) => readonly Policy[]): Policy[] {
  // Preprocessing is what preparation takes beyond that of DGL's kernels.
  const beside = (policy: Policy) => policy.preprocesses ? [DGL_POLICY, ...needs(policy)] : needs(policy);
  const all = new Set(asked.flatMap((policy) => [policy, ...beside(policy)]));
  return ALL_POLICIES.filter((policy) => all.has(policy));
}

/** Means of some lists, entry by entry. */
export function meanOfRounds(lists: readonly (readonly number[])[]): number[] {
  return lists[0].map((_, round) => mean(lists.map((list) => list[round])));
}
