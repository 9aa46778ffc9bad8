/**
 * The kernel ladder, a suite of our own: every SpMM kernel of the device's backend on every dataset and
 * width, beside what the device's own roofline allows and what the systems reach that a user would pick
 * instead.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { kernelsOf, registeredKernels } from "../../kernels/registry.ts";
import type { Contender } from "../cell.ts";
import type { Lab } from "../lab.ts";
import type { TimedMeasurement, Trial } from "../measurement.ts";
import { peerTrial } from "../peers/peer_trial.ts";
import { peerContenders, PEERS, productPeers } from "../peers/peers.ts";
import type { Profile } from "../profiles.ts";
import type { Suite } from "../suite.ts";
import { userGraphs } from "../user_graphs.ts";
import { LADDER, type LADDER_METRICS, type LadderWorkload } from "../trials/ladder.ts";
import type { Operands } from "../trials/ordered_graph.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import { spmmTrial } from "../trials/spmm_trial.ts";

const DATASETS = [
  "cora",
  "citeseer",
  "pubmed",
  "twitter",
  "reddit",
  "archaea",
  "ogbn-proteins",
  "ogbn-products",
] as const;
/** Columns of features. */
export const WIDTHS = [16, 64, 128, 256] as const;

/**
 * Scales that `standard` does not leave to its maximum, so that comparisons with other systems are always on
 * these graphs. Products by the maximum would be four times smaller, and its narrow features within the last
 * cache of a server.
 */
const STANDARD_SCALES: ReadonlyMap<string, string> = new Map([
  ["ogbn-proteins", "ogbn-proteins@1/16"],
  ["ogbn-products", "ogbn-products@1/4"],
]);

/** Budget of a comparison as a multiple of the profile's: there are many contenders. */
const PATIENCE = 4;

/** Dataset of a graph of the ladder in a profile. */
export function ladderDataset(name: string, { id }: Profile): string {
  return id === "standard" ? STANDARD_SCALES.get(name) ?? name : name;
}

/** A kernel of this project, or a product of another system. */
interface SpmmContender extends Contender {
  readonly factors: { readonly kernel: string } | { readonly peer: string };
}

function normalised(_lab: Lab, { graph }: LoadedDataset): CsrMatrix {
  return gcnNormalise(graph);
}

/** Operands of a product: the normalised graph and random features. */
async function drawOperands(lab: Lab, dataset: LoadedDataset, width: number): Promise<Operands> {
  const matrix = await lab.once(normalised, dataset, {});
  return { matrix, features: randomFeatures(matrix.cols, width, lab.seed), width };
}

/** Operands that all contenders of a workload share: for each of them anew they would be gigabytes. */
export function ladderOperands(lab: Lab, dataset: LoadedDataset, width: number): Promise<Operands> {
  return lab.once(drawOperands, dataset, width);
}

async function trial(
  lab: Lab,
  dataset: LoadedDataset,
  { factors: { width } }: LadderWorkload,
  { factors }: SpmmContender,
): Promise<Trial<typeof LADDER_METRICS>> {
  const problem = await ladderOperands(lab, dataset, width);
  return "kernel" in factors
    ? spmmTrial(lab, { ...problem, kernel: factors.kernel })
    : await peerTrial(lab, { ...problem, peer: factors.peer });
}

/** Times of every SpMM kernel and of other systems by dataset and width. */
export const kernelLadder: Suite<LadderWorkload, SpmmContender, typeof LADDER_METRICS> = {
  ...LADDER,
  onUserGraphs: true,
  /** Every SpMM kernel, simplest first, those that a script has registered included; then the peers. */
  get contenders(): readonly SpmmContender[] {
    const kernels = new Map(kernelsOf("spmm").map(({ id, features }) => [id, features]));
    return [
      ...[...kernels].map(([id, features]): SpmmContender => ({
        id,
        label: features ? `${id} (rounded features)` : id,
        factors: { kernel: id },
      })),
      ...peerContenders(productPeers()),
    ];
  },
  workloads: (profile: Profile) => {
    const own = userGraphs().map(({ dataset, widths }) => ({ name: dataset, dataset, widths }));
    const graphs = own.length > 0
      ? own
      : DATASETS.map((name) => ({ name, dataset: ladderDataset(name, profile), widths: WIDTHS }));
    return graphs.flatMap(({ name, dataset, widths }) =>
      widths.map((width) => ({ id: `${name}:w${width}`, dataset, factors: { width } }))
    );
  },
  /**
   * Three rounds as context; as many as a claim wants where a kernel or a graph of the user's own takes part,
   * since then it is these times that are to be told apart.
   */
  get measurement(): TimedMeasurement<LadderWorkload, SpmmContender, typeof LADDER_METRICS> {
    const decides = userGraphs().length > 0 || registeredKernels("spmm").length > 0 ||
      productPeers().some(({ file }) => file !== undefined);
    return { kind: "timed", decides, patience: PATIENCE, trial };
  },
  notes: [
    "A kernel of rounded features does other arithmetic than the others: its result is checked for the features that it reads, and " +
    "its error for the given ones is stated.",
    "Two bounds stand beside each time: every byte moved once, and every byte moved as if nothing were ever cached.",
    "A peer times itself, between two readings of its own clock (on a GPU, two events of CUDA), and allocates its result in every call, as its documented " +
    "call does; as many sets of operands rotate as for our kernels.",
    ...PEERS.map(({ label, call }) => `${label}: ${call}.`),
  ],
};
