/**
 * distgnn-mb Sections 3.2 and 4.2 on ranks that exchange real messages: replicas stay identical, and a delay hides exchanges.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { runRanks } from "../../distributed/communicator/mod.ts";
import { rankComponents, rankData } from "../../distributed/training/mod.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { cutGraph } from "./cut_graph.ts";
import { NETWORKS, pushMs } from "./modelled_epochs.ts";
import { batchScale } from "./rank_models.ts";
import { rankTrainingData } from "./rank_training.ts";
import { type RealIteration, type RealRankInput, TURN } from "./real_rank_training.ts";
import { PRODUCTS, SCALE_NOTES, scaledGraph } from "./scaled_graphs.ts";
import { GAT, GRAPHSAGE, less, lessByRounds, modelOfContender } from "./scaling.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

/** A push that is waited for at once, and the paper's. */
const DELAYS = [0, 1];
/** Iterations of each that fill caches. */
const WARM_UP = 2;

const WORKLOADS = DELAYS.map((delay) => `d${delay}`);

const CONTENDERS: readonly TextContender[] = [GRAPHSAGE, GAT];

/** By rank, model, delay and iteration. */
type Trainings = readonly RealIteration[][][][];

const known = new WeakMap<LoadedDataset, Map<string, Promise<Trainings>>>();

/** All of them in one job. */
function trainings(lab: Lab, dataset: LoadedDataset): Promise<Trainings> {
  const { ranks: { count, engine }, seed, profile } = lab;
  const ofGraph = known.getOrInsertComputed(dataset, () => new Map());
  return ofGraph.getOrInsertComputed(`${count} ${engine} ${seed} ${profile.id}`, async () => {
    const factors = { graph: PRODUCTS, ranks: String(count) };
    const cut = await cutGraph(lab, dataset, { id: `r${count}`, factors });
    const data = await rankTrainingData(lab, dataset, cut);
    const input: RealRankInput = {
      data: cut.ranks.map((part) => rankData(part, data)),
      models: CONTENDERS.map(modelOfContender),
      scale: batchScale(profile, cut.scaled),
      ...{ seed, delays: DELAYS, warmUp: WARM_UP, rounds: profile.rounds },
    };
    const module = new URL("./real_rank_training.ts", import.meta.url);
    return await runRanks<RealIteration[][][]>({
      engine,
      ranks: count,
      module,
      entry: "trainRealRank",
      input,
    });
  });
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { d } }: TextWorkload,
  contender: TextContender,
): Promise<Fact[]> {
  const delay = Number(d), model = CONTENDERS.findIndex(({ id }) => id === contender.id);
  const own = (await trainings(lab, dataset)).map((models) => models[model][DELAYS.indexOf(delay)]);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const rounds = Array.from(
    { length: lab.profile.rounds },
    (_, round) => own.map((iterations) => iterations[WARM_UP + (round + 1) * TURN - 1]),
    // The first iteration of an epoch has nothing to wait for; it comes in the same rounds of both delays.
  ).filter(([{ record }]) => record.position >= Math.max(...DELAYS));
  const waits = rounds.map((round) => mean(round.map(({ record }) => rankComponents(record).waitMs)));
  const facts: Fact[] = [
    {
      metric: "replicas_apart",
      unit: "1",
      value: Math.max(...own.flat().map(({ apart }) => apart)),
    },
    { metric: "compared_iterations", unit: "minibatches", value: own[0].length },
  ];
  const ranks = own.length;
  if (rounds.length === 0) return facts.map((fact) => ({ ...fact, ranks }));
  facts.push({ metric: "wait_time", unit: "ms", value: waits });
  for (const network of NETWORKS) {
    const exposed = rounds.map((round) => {
      const busy = mean(round.map(({ record }) => {
        const { miniBatchCreationMs, computeMs, mapMs, packMs, cacheMs, backwardMs } = rankComponents(record);
        return miniBatchCreationMs + computeMs + mapMs + packMs + cacheMs + backwardMs;
      }));
      return Math.max(0, pushMs(network.link, round) - delay * busy);
    });
    facts.push({
      metric: changedMetric("exposed_time", network),
      unit: "ms",
      value: exposed,
      source: "modelled",
    });
  }
  return facts.map((fact) => ({ ...fact, ranks }));
}

/** The suite. */
export const section42: TextSuite = {
  id: "distgnn-mb/section-4-2",
  paper: "distgnn-mb",
  artifact: "Section 4.2",
  title: "Ranks with real messages",
  question: "Do replicas stay identical, and does a delay of one iteration hide pushes?",
  contenders: CONTENDERS,
  baseline: GRAPHSAGE.id,
  workloads: (profile) =>
    DELAYS.map((delay) => ({
      id: `d${delay}`,
      dataset: scaledGraph(profile, PRODUCTS).dataset,
      factors: { graph: PRODUCTS, d: String(delay) },
    })),
  settings: {
    "ranks": "as many as --ranks says, on its engine; one thread each",
    "cache": "nc = 2 mini-batches, cs = 1000, ls = 2",
    "network": "this machine's, and HDR InfiniBand, modelled",
  },
  measurement: { kind: "counted", count },
  metrics: [
    {
      id: "replicas_apart",
      label: "largest difference of a parameter from rank 0's",
      unit: "1",
      better: "lower",
    },
    {
      id: "compared_iterations",
      label: "iterations after which it was looked at",
      unit: "minibatches",
      better: "higher",
    },
    { id: "wait_time", label: "waiting for pushes, an iteration, measured", unit: "ms", better: "lower" },
    {
      id: "exposed_time",
      label: "communication that nothing hides, an iteration, modelled",
      unit: "ms",
      better: "lower",
    },
  ],
  plots: [{ metric: "wait_time", x: "workload" }],
  notes: [
    ...SCALE_NOTES,
    `Both delays train side by side and take turns of ${TURN} iterations, in an order that is drawn anew each round; the last one is ` +
    "measured. Every rank keeps its parameters after each update and compares them with rank 0's when the turn is over.",
    "A push of delay 0 is waited for before the search, so that ranks also wait for one another's kernels there; measured waiting " +
    "has both in it. Ranks share this machine's cores. The modelled time is that of the messages alone.",
  ],
  publishedAs: () => undefined,
  claims: [
    {
      claimId: "distgnn-mb.q.allreduce",
      decide: (evidence) =>
        CONTENDERS.map(({ id, label }) => {
          const keys = WORKLOADS.map((workload) => ({ workload, contender: id }));
          const apart = keys.map((key) => evidence.row(key, "replicas_apart"));
          const compared = keys.map((key) => evidence.row(key, "compared_iterations"));
          const largest = Math.max(...apart.map(medianOf));
          const iterations = compared.reduce((sum, row) => sum + medianOf(row), 0);
          const words = `${label}: replicas at most ${largest} apart after each of ${iterations} iterations`;
          return evidence.exact(largest === 0, words, [...apart, ...compared], largest);
        }),
    },
    {
      claimId: "distgnn-mb.q.overlap",
      decide: (evidence) =>
        CONTENDERS.flatMap(({ id: contender }) => {
          const [blocking, delayed] = WORKLOADS.map((workload) => ({ workload, contender }));
          return [
            underChanges(NETWORKS, (network) => {
              const metric = changedMetric("exposed_time", network);
              return less(evidence, [delayed, metric], [blocking, metric]);
            }),
            lessByRounds(evidence, [delayed, blocking], "wait_time"),
          ];
        }),
    },
  ],
};
