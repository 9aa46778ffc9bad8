/**
 * hetu-gnn Figure 7, the part on several devices: how much sooner they reach a loss.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";
import { findPeer, TRAINING_PEERS } from "../../peers/peers.ts";
import type { Suite } from "../../suite.ts";
import { PAPER_LINK } from "../distribution/links.ts";
import { ONE_DEVICE, SCHEMES } from "../distribution/schemes.ts";
import { STAND_IN_NOTE } from "../epochs/epochs.ts";
import { type GraphId, GRAPHS, type GraphWorkload, MODEL } from "../paper_graphs.ts";
import { AUTOGRAD, TRANSPOSE_KEPT } from "../pytorch.ts";
import { TARGET } from "./convergence_target.ts";
import { DEVICE_METRICS, type DeviceContender, measureDevices } from "./device_outcomes.ts";
import { FIGURE_7_DEVICES_CLAIMS } from "./figure_7_claims.ts";

const GRAPH: GraphId = "reddit";

const CONTENDERS: readonly DeviceContender[] = [
  {
    id: ONE_DEVICE.id,
    label: ONE_DEVICE.label,
    scheme: ONE_DEVICE,
    factors: { ...ONE_DEVICE.factors, reorder: "none" },
  },
  ...SCHEMES.map((scheme) => ({
    id: scheme.id,
    label: scheme.label,
    scheme,
    factors: { ...scheme.factors, reorder: "metis", scope: "block" },
  })),
  ...[AUTOGRAD, TRANSPOSE_KEPT].map((peer) => ({
    id: `peer:${peer}`,
    label: findPeer(peer, TRAINING_PEERS).label,
    factors: { peer },
    runtime: "python" as const,
    peer,
  })),
];

/** Sizes by profile; a smoke run trains no further than it takes to compare losses. */
const DATASETS: Readonly<Record<Profile["id"], string>> = {
  smoke: "reddit@1/1024",
  standard: "reddit@1/32",
  paper: "reddit",
};

/** Time to the loss on one device and on several. */
export const figure7Devices: Suite<GraphWorkload, DeviceContender, typeof DEVICE_METRICS> = {
  id: "hetu-gnn/figure-7-devices",
  artifact: "Figure 7",
  title: "Convergence, on several devices",
  question: "How much sooner do several devices reach a loss than one, and than the reference framework?",
  contenders: CONTENDERS,
  baseline: ONE_DEVICE.id,
  workloads: ({ id: profile }) => [{
    id: GRAPH,
    graph: GRAPH,
    dataset: DATASETS[profile],
    model: MODEL,
    factors: {},
  }],
  settings: {
    "model": `2-layer GCN, ${GRAPHS[GRAPH].hidden} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, on the test vertices`,
    "kernel": "row-split; each diagonal block of several devices by METIS",
    "link between ranks": PAPER_LINK.name,
  },
  measurement: { kind: "joint", measure: measureDevices },
  metrics: DEVICE_METRICS,
  plots: [{ metric: "time_to_loss", x: "workload" }, { metric: "speedup_single", x: "workload" }],
  notes: [
    "Ranks run one after another on one device; an epoch is that of the slowest, and modelled messages " +
    "over PCIe 3.0. Every scheme trains its first five epochs in earnest, with losses of one rank; so it " +
    "needs as many epochs to the loss as one does.",
    "The claim is decided by epochs of real ranks (Section 2.1 on real ranks), by as many as have a core each; " +
    "these rows of 2, 4 and 8 are modelled and decide nothing.",
    "The printed speed-up over PyTorch is compared with that over PyTorch with the transposed adjacency kept: autograd transposes " +
    "it in every step, which is most of its time on a CPU.",
    "One device is the baseline without reordering, as the paper's numbers imply; several have their " +
    "diagonal blocks reordered, without the tile-adaptive kernel.",
    STAND_IN_NOTE,
  ],
  publishedAs: ({ model }, { scheme, peer }, metric) => {
    const shared = { metric: "convergence_speedup", dataset: GRAPHS[GRAPH].name, model };
    if (metric === "speedup_single" && scheme !== undefined && scheme !== ONE_DEVICE) {
      return { ...shared, system: "Hetu-GNN multi-GPU vs Hetu-GNN single-GPU" };
    }
    return metric === "best_speedup" && peer === TRANSPOSE_KEPT
      ? { ...shared, system: "Hetu-GNN vs PyTorch" }
      : undefined;
  },
  claims: FIGURE_7_DEVICES_CLAIMS,
};
