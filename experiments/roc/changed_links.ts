/**
 * What is assumed of the machines that roc ran on, varied: a modelled claim is decided only where the answer stays the same.
 *
 * @module
 */
import type { Link } from "../../hardware/interconnect.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { Cluster } from "../../training/partitioned/mod.ts";
import type { Fact, Lab } from "../suite.ts";

/** One variation. */
export interface Change {
  /** Ends the names of metrics; empty for what is shown. */
  readonly id: string;
  /** Times the latency of every link. */
  readonly latency: number;
  /** Times the bandwidth of every link. */
  readonly bandwidth: number;
  /** Times the speed of devices. */
  readonly devices: number;
}

const AS_IS = { id: "", latency: 1, bandwidth: 1, devices: 1 };

/** A Reddit epoch of the paper takes a P100 0.55 s (Figure 10), two CPU threads some 16 times as long. */
const P100_SPEED = 16;

/** All of them, the one that is shown first. */
export const CHANGES: readonly Change[] = [
  AS_IS,
  { ...AS_IS, id: "latency_x4", latency: 4 },
  { ...AS_IS, id: "latency_quarter", latency: 1 / 4 },
  { ...AS_IS, id: "bandwidth_x2", bandwidth: 2 },
  { ...AS_IS, id: "bandwidth_half", bandwidth: 1 / 2 },
  { ...AS_IS, id: "devices_x16", devices: P100_SPEED },
];

/** Those that matter to a device: on a GPU its own speed counts. */
export function changesOf({ device }: Lab): readonly Change[] {
  return CHANGES.filter(({ devices }) => devices === 1 || device.backend === "wasm");
}

/** `time_latency_x4`: a metric under a change. */
export function changedMetric(metric: string, { id }: Change): string {
  return id === "" ? metric : `${metric}_${id}`;
}

/** A link under a change. */
export function changedLink(link: Link, { latency, bandwidth }: Change): Link {
  return {
    ...link,
    latencySeconds: latency * link.latencySeconds,
    bytesPerSecond: bandwidth * link.bytesPerSecond,
  };
}

/** A cluster under a change. */
export function changedCluster(
  { devicesPerNode, insideNode, betweenNodes }: Cluster,
  change: Change,
): Cluster {
  return {
    devicesPerNode,
    insideNode: changedLink(insideNode, change),
    betweenNodes: changedLink(betweenNodes, change),
  };
}

/** What a modelled metric is made of. */
export interface ChangedMetric {
  /** Unit of its numbers. */
  readonly unit: string;
  /** Repetitions under a change. */
  readonly under: (change: Change) => readonly number[];
  /** Set where nothing of it is modelled as it is shown: of one device. */
  readonly measured?: boolean;
}

/** A modelled metric, a list of repetitions for each change. */
export function changedFacts(
  lab: Lab,
  metric: string,
  { unit, under, measured = false }: ChangedMetric,
): Fact[] {
  return changesOf(lab).map((change) => ({
    ...{ metric: changedMetric(metric, change), unit, value: under(change) },
    source: measured && change.id === "" ? "measured" : "modelled",
  }));
}

/** Which way a part points; undefined where it is open. */
function sideOf(part: ClaimPart): boolean | undefined {
  if (part.kind === "exact") return part.holds;
  if (part.kind !== "order") return undefined;
  const { ciLo, ciHi } = part.ratio;
  return ciLo > 1 ? true : ciHi < 1 ? false : undefined;
}

/** A modelled part of a claim, asked under every change that was measured: as it is shown where all agree, else open. */
export function underChanges(
  measured: (change: Change) => boolean,
  ask: (change: Change) => ClaimPart,
): ClaimPart {
  const [first, ...varied] = CHANGES;
  const shown = ask(first), side = sideOf(shown);
  const others = varied.filter(measured).map((change) => ({ change, part: ask(change) }));
  const otherwise = others.filter(({ part }) => sideOf(part) !== side).map(({ change }) => change.id);
  if (side === undefined || otherwise.length === 0) return shown;
  const { words, source, datasetKind } = shown;
  const reason = `the model's answer is another one, or none, with ${
    otherwise.join(", ").replaceAll("_", " ")
  }`;
  return { kind: "open", words, source, datasetKind, reason };
}

/** What a reader must know of all suites that model several devices. */
export const CLUSTER_NOTES: readonly string[] = [
  "Several devices are modelled: an iteration takes as long as its slowest partition, measured, and what devices send each other " +
  "before and after each layer, over an alpha-beta model of the links; nothing overlaps.",
  "A modelled claim is decided only if the answer stays the same over latency x4, /4 and bandwidth x2, /2; on CPU threads also " +
  `with devices ${P100_SPEED} times as fast, which is about a P100 by the 0.55 s that Figure 10 prints for an epoch: beside ` +
  "slow devices links weigh little.",
];
