/**
 * Communication of devices that share a graph in an iteration, and its modelled time on a cluster.
 *
 * @module
 */
import { exchangedRows, type RangeBlock } from "../../graph/partitions/range_block.ts";
import {
  allToAllSeconds,
  type Link,
  LINKS,
  ringAllReduceSeconds,
} from "../../hardware/models/interconnect.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { PartitionedWork } from "./layer_program.ts";
import type { PartitionedLayer } from "./layer_widths.ts";
import { plural } from "../../platform/text/plural.ts";

/** Cluster of nodes of equal size, filled one after another. */
export interface Cluster {
  /** Number of devices in a node. */
  readonly devicesPerNode: number;
  /** Link between two devices of a node, or a device and its node's network card. */
  readonly insideNode: Link;
  /** Link between two nodes. */
  readonly betweenNodes: Link;
}

/**
 * Cluster of roc (Section 7.1): nodes of 4 GPUs with NVLink, EDR InfiniBand between them; so 1, 2, 4, 8 and
 * 16 GPUs are on 1, 1, 1, 2 and 4 nodes.
 */
export const ROC_CLUSTER: Cluster = {
  devicesPerNode: 4,
  insideNode: LINKS["nvlink-min"],
  betweenNodes: LINKS["infiniband-edr"],
};

/** Bytes and modelled seconds of an iteration's communication. */
export interface Communication {
  /** Bytes of remote vertices' activations that all devices together fetch, one entry a layer. */
  readonly activationBytes: readonly number[];
  /** Bytes of the gradients of those activations, sent back; 0 for the first layer, and in inference. */
  readonly activationGradientBytes: readonly number[];
  /** Bytes of the parameters' gradients, which are summed over all devices; 0 in inference. */
  readonly parameterGradientBytes: number;
  /** Modelled seconds of all communication on a cluster. */
  readonly seconds: number;
}

/**
 * Counts and models the communication of an iteration. Every device fetches each remote row that it reads
 * once a layer, and sends its part of that row's gradient back. Data for another node passes through its own
 * node's link first; the devices of a node share its card. Parameter gradients are summed within the nodes
 * and then between them, by rings. Nothing overlaps.
 *
 * @param blocks All blocks of a cut.
 * @throws {UsageError} for a cluster whose nodes have no device.
 */
export function communicate(
  blocks: readonly RangeBlock[],
  { layers, work, cluster = ROC_CLUSTER, inputsCopied = false }: {
    readonly layers: readonly PartitionedLayer[];
    readonly work: PartitionedWork;
    /** Cluster of the model; {@linkcode ROC_CLUSTER} by default. */
    readonly cluster?: Cluster;
    /**
     * Whether devices copy their layers' inputs, remote rows among them, from their node's memory, where
     * owners put their outputs, and these copies are counted elsewhere: what crosses between nodes is left.
     * Not by default: devices send each other these rows.
     */
    readonly inputsCopied?: boolean;
  },
): Communication {
  assertCluster(cluster);
  const training = work === "training";
  const forward = exchangedRows(blocks);
  const backward = forward.map((_, from) => forward.map((row) => row[from]));
  const rows = sumOf(forward.flat());
  const parameterGradientBytes = training ? sumOf(layers, ({ parameterBytes }) => parameterBytes) : 0;
  let seconds = training ? allReduceSeconds(cluster, parameterGradientBytes, blocks.length) : 0;
  for (const [at, { inputWidth }] of layers.entries()) {
    seconds += exchangeSeconds(cluster, scaled(forward, 4 * inputWidth), { inside: !inputsCopied });
    if (training && at > 0) seconds += exchangeSeconds(cluster, scaled(backward, 4 * inputWidth));
  }
  return {
    activationBytes: layers.map(({ inputWidth }) => 4 * inputWidth * rows),
    activationGradientBytes: layers.map(({ inputWidth }, at) =>
      training && at > 0 ? 4 * inputWidth * rows : 0
    ),
    parameterGradientBytes,
    seconds,
  };
}

type Bytes = readonly (readonly number[])[];

/**
 * Seconds of an all-to-all exchange: one inside of the nodes, in which data for other nodes goes to or from
 * the node's card, unless it is left out, and one between the nodes.
 */
function exchangeSeconds(
  cluster: Cluster,
  bytes: Bytes,
  { inside: countsInside }: { readonly inside: boolean } = { inside: true },
): number {
  const { devicesPerNode, insideNode, betweenNodes } = cluster;
  const nodes = Math.ceil(bytes.length / devicesPerNode);
  const nodeOf = (device: number) => Math.floor(device / devicesPerNode);
  const between = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0));
  const inside = Array.from({ length: nodes }, (_, node) => {
    const devices = Math.min(devicesPerNode, bytes.length - node * devicesPerNode);
    // The node's card is one more party where there are other nodes.
    const parties = nodes > 1 ? devices + 1 : devices;
    return Array.from({ length: parties }, () => new Array<number>(parties).fill(0));
  });
  for (const [from, row] of bytes.entries()) {
    for (const [to, size] of row.entries()) {
      const [a, b] = [nodeOf(from), nodeOf(to)], i = from % devicesPerNode, j = to % devicesPerNode;
      if (a === b) inside[a][i][j] += size;
      else {
        between[a][b] += size;
        inside[a][i][inside[a].length - 1] += size;
        inside[b][inside[b].length - 1][j] += size;
      }
    }
  }
  return (countsInside ? Math.max(...inside.map((own) => allToAllSeconds(insideNode, own))) : 0) +
    allToAllSeconds(betweenNodes, between);
}

function allReduceSeconds(cluster: Cluster, bytes: number, devices: number): number {
  const { devicesPerNode, insideNode, betweenNodes } = cluster;
  return ringAllReduceSeconds(insideNode, { bytes, ranks: Math.min(devices, devicesPerNode) }) +
    ringAllReduceSeconds(betweenNodes, { bytes, ranks: Math.ceil(devices / devicesPerNode) });
}

function scaled(rows: Bytes, factor: number): Bytes {
  return rows.map((row) => row.map((count) => factor * count));
}

function assertCluster({ devicesPerNode }: Cluster): void {
  if (Number.isInteger(devicesPerNode) && devicesPerNode >= 1) return;
  throw new UsageError({
    action: "model a cluster",
    current: `${plural(devicesPerNode, "device")} a node`,
    wanted: "a whole number from 1",
    next: "take ROC_CLUSTER, which has 4",
  });
}
