/**
 * Assumptions about the machines that roc ran on, varied: a modelled claim is decided only where the answer
 * stays the same.
 *
 * @module
 */
import {
  AS_ASSUMED,
  changedLink,
  LINK_CHANGES,
  type LinkChange,
  type LinkChangeId,
} from "../../../hardware/models/link_changes.ts";
import type { Cluster } from "../../../training/partitioned/mod.ts";
import { changedMetric } from "../../claims/model_changes.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";

/** Other links or devices under which the modelled times are computed again. */
export interface Change extends LinkChange {
  /** Name such as `latency_x4`; empty where nothing is changed. */
  readonly id: LinkChangeId | "devices_x16";
  /** Factor on the speed of devices. */
  readonly devices: number;
}

/** A Reddit epoch of the paper takes a P100 0.55 s (Figure 10), two CPU threads some 16 times as long. */
const P100_SPEED = 16;

/** Links and devices as assumed. */
export const UNCHANGED: Change = { ...AS_ASSUMED, devices: 1 };

/** All variations, the one that is shown first. */
export const CHANGES: readonly Change[] = [
  ...LINK_CHANGES.map((change) => ({ ...change, devices: 1 })),
  { ...AS_ASSUMED, id: "devices_x16", devices: P100_SPEED },
];

/** Variations to model beside a device: on a GPU without the one that has CPU threads as fast as a P100. */
export function variationsBeside({ device }: Lab): readonly Change[] {
  return CHANGES.filter(({ devices }) => devices === 1 || device.backend !== "webgpu");
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

/** Changes under which a cell has a modelled value of a metric, the unchanged one always among them. */
export function modelledChanges(evidence: SuiteEvidence, cell: CellKey, metric: string): readonly Change[] {
  return CHANGES.filter((change, i) => i === 0 || evidence.find(cell, changedMetric(metric, change)));
}

/** Notes of all suites that model several devices. */
export const CLUSTER_NOTES: readonly string[] = [
  "Several devices are modelled: an iteration takes as long as its slowest partition, measured, and what devices send each other " +
  "before and after each layer, over an alpha-beta model of the links; nothing overlaps.",
  "A modelled claim is decided only if the answer stays the same over latency x4, /4 and bandwidth x2, /2; on CPU threads also " +
  `with devices ${P100_SPEED} times as fast, which is about a P100 by the 0.55 s that Figure 10 prints for an epoch: beside ` +
  "slow devices links weigh little.",
];
