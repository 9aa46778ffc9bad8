/**
 * Memory IO over links that this machine lacks (M1): exact bytes over a stated speed, beside measured
 * sampling, computation and work on the device.
 *
 * @module
 */
import { type LinkId, LINKS } from "../../../hardware/models/interconnect.ts";
import type { Facts, Metric, Metrics } from "../../metrics.ts";
import { copyMs, type Loading } from "../../trials/links/copies.ts";
import { ANY_LINK, FLIP_METRIC } from "./turning_speeds.ts";

/** Links of a card, which tables show, and of a network, from which features come where they are far away. */
const DRAWN = {
  io_over_pcie_3: "pcie-3-x16",
  io_over_pcie_4: "pcie-4-x16",
  io_over_pcie_5: "pcie-5-x16",
  io_over_nvlink_c2c: "grace-hopper",
  io_over_ethernet_10: "ethernet-10g",
  io_over_ethernet_25: "ethernet-25g",
  io_over_ethernet_100: "ethernet-100g",
} as const satisfies Readonly<Record<string, LinkId>>;

const over = (label: string) => ({ label: `memory IO over ${label}`, unit: "ms", better: "lower" } as const);
const far = (gigabits: number) => ({ ...over(`Ethernet of ${gigabits} Gb/s`), shown: false } as const);

/** Memory IO over each link. */
export const IO_METRICS = {
  io_over_pcie_3: over("PCIe 3.0"),
  io_over_pcie_4: over("PCIe 4.0"),
  io_over_pcie_5: over("PCIe 5.0"),
  io_over_nvlink_c2c: over("NVLink C2C"),
  io_over_ethernet_10: far(10),
  io_over_ethernet_25: far(25),
  io_over_ethernet_100: far(100),
} as const satisfies Readonly<Record<keyof typeof DRAWN, Metric>>;

/** Memory IO over each link, and where a claim turns. */
export const LINK_METRICS = { ...IO_METRICS, ...FLIP_METRIC } as const satisfies Metrics;

/** Memory IO over the links that are drawn, one entry a round or mini-batch. */
export function overLinks(rounds: readonly Loading[]): Facts<typeof IO_METRICS> {
  return Object.fromEntries(
    Object.entries(DRAWN).map(([metric, id]) => {
      const value = rounds.map((round) => copyMs(round, LINKS[id]) + round.deviceMs);
      return [metric, { value, source: "modelled" }] as const;
    }),
  );
}

/** Notes of suites that show memory IO over links. */
export const LINK_NOTES: readonly string[] = [
  "Over PCIe 3.0 (12 GB/s), 4.0 (32), 5.0 (64), NVLink C2C (900) and Ethernet (1.25, 3.13 and 12.5 GB/s for 10, 25 and 100 Gb/s) " +
  "memory IO is modelled (M1): the bytes that are copied, exactly, over the stated speed, one transfer a mini-batch of 10 us (20 us " +
  "over Ethernet). The gather on the host is not part of it. The speed at which a claim turns has its interval from the rounds of " +
  `what is measured; ${ANY_LINK} GB/s stand for any link.`,
];
