/**
 * Epochs of hetu-gnn Figure 7 on one device, on several, and by peers, timed in turns.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Link } from "../../../hardware/models/interconnect.ts";
import { meanLoss } from "../../../training/metrics.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { type Runner, takeCheckedTurns } from "../checked_turns.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import { peerTrial } from "../epochs/epochs.ts";
import { GRAPHS, type GraphWorkload } from "../paper_graphs.ts";
import { openTraining, type SchemeTraining } from "../distribution/scheme_training.ts";
import { peerRunner } from "./peer_runner.ts";
import { rankRunner, slowestRank } from "../distribution/rank_runner.ts";
import { epochMessagesMs } from "../distribution/scheme_epochs.ts";
import { epochShape } from "../distribution/dense_part.ts";
import { ONE_DEVICE, type PaperScheme } from "../distribution/schemes.ts";
import { BLOCK_METIS, UNORDERED } from "../distribution/scoped_orderings.ts";

/** Epochs that a scheme or a peer trains. */
export interface DeviceEpochs {
  /** Computation of an epoch: of the slowest rank, or of the peer. */
  readonly times: CheckedTimes;
  /**
   * Largest relative difference of the first results from the wanted ones: of losses from those of one
   * rank.
   */
  readonly difference: number;
  /**
   * Epochs until the test loss is at most the target; only of one rank, and absent where it is not reached.
   */
  readonly epochsToLoss?: number;
  /** Milliseconds of an epoch, by round: computation, and messages over a link where there are any. */
  withMessages(link: Link): readonly number[];
}

/** Targets of a training. */
export interface LossTarget {
  /** Test loss that is to be reached. */
  readonly loss: number;
  /** Most epochs to it. */
  readonly epochs: number;
}

/** Times the schemes and the peers. Several devices have their diagonal blocks reordered by METIS. */
export async function measureDeviceEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, schemes, peers, target }: Pick<GraphWorkload, "graph"> & {
    readonly schemes: readonly PaperScheme[];
    readonly peers: readonly string[];
    readonly target: LossTarget;
  },
): Promise<Outcomes<DeviceEpochs>> {
  const openScheme = async (scheme: PaperScheme): Promise<EpochRunner> => {
    const isOne = scheme === ONE_DEVICE;
    const training = await openTraining(lab, dataset, {
      scheme,
      ordering: isOne ? UNORDERED : BLOCK_METIS,
      hidden: GRAPHS[graph].hidden,
      kernels: { spmm: { id: "row-split" } },
    });
    const { run: { program }, data } = training, shape = epochShape(program, data.adjacency.rows);
    const epochs = isOne ? await epochsToLoss(training, lab.seed, target) : undefined;
    const steps = rankRunner(lab, training, { sequence: "train" });
    return {
      ...steps,
      time: async () => slowestRank(await steps.time()),
      messagesMs: (link) => isOne ? 0 : epochMessagesMs(scheme, shape, link),
      ...(epochs !== undefined && { epochsToLoss: epochs }),
    };
  };
  const openPeer = async (name: string): Promise<EpochRunner> => ({
    ...await peerRunner(lab, name, await peerTrial(lab, dataset, { graph }, name)),
    messagesMs: () => 0,
  });
  const openers = new Map(schemes.map((scheme) => [scheme.id, () => openScheme(scheme)]));
  for (const peer of peers) openers.set(`peer:${peer}`, () => openPeer(peer));
  return await takeCheckedTurns(
    lab,
    openers,
    ({ check, messagesMs, epochsToLoss }: Omit<EpochRunner, "time">, turns): DeviceEpochs => ({
      times: turns.times((ms) => ms),
      difference: check.relErr,
      ...(epochsToLoss !== undefined && { epochsToLoss }),
      withMessages: (link) => turns.turns.map((ms) => ms + messagesMs(link)),
    }),
  );
}

/** Runner of whole epochs, with the facts about them that are no times. */
interface EpochRunner extends Runner<number> {
  /** Milliseconds of an epoch's messages over a link. */
  messagesMs(link: Link): number;
  /** Epochs to the target, where it was asked for and reached. */
  readonly epochsToLoss?: number;
}

/** Epochs until the test loss is at most the target. */
async function epochsToLoss(
  { run, data }: SchemeTraining,
  seed: number,
  { loss, epochs }: LossTarget,
): Promise<number | undefined> {
  const { classes, truth, split } = data;
  run.initialise(seed);
  for (let epoch = 1; epoch <= epochs; epoch++) {
    await run.train(epoch);
    await run.evaluate();
    const scores = await run.read(run.program.scores);
    if (meanLoss({ scores, classes, truth }, split.test) <= loss) return epoch;
  }
  return undefined;
}
