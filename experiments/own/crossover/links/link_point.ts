/**
 * Model of one point of the map of links: loading techniques on a mini-batch beside each other, on the device
 * of a place of the lattice or on a machine.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { type Link, LINKS } from "../../../../hardware/models/interconnect.ts";
import { PUBLISHED_CARDS } from "../../../../hardware/models/published_cards.ts";
import type { Contender } from "../../../cell.ts";
import type { Lab } from "../../../lab.ts";
import type { JointOutcome } from "../../../measurement.ts";
import type { Metrics } from "../../../metrics.ts";
import type { Profile } from "../../../profiles.ts";
import { byContender } from "../../../trials/by_contender.ts";
import { copyMs } from "../../../trials/links/copies.ts";
import { RATIO_METRICS } from "../map_ratios.ts";
import type { MapWorkload } from "../map_suite.ts";
import { batchCopies } from "./batch_copies.ts";
import { batchMs, boundedRatio, type LinkedDevice, type Technique } from "./linked_loading.ts";
import { linkedMachine } from "./machines.ts";

/** A technique as a contender. */
export interface LinkContender extends Contender {
  /** Bytes that it copies, and when. */
  readonly technique: Technique;
}

/** Contender that every speed-up is over. */
export const PLAIN = "plain";

/** All techniques: a point compares each with every other, whichever are asked for. */
export const LINK_CONTENDERS: readonly LinkContender[] = [
  { id: PLAIN, label: "plain loading", technique: { copies: "all", overlaps: false } },
  { id: "match-reorder", label: "Match and Reorder", technique: { copies: "matched", overlaps: false } },
  { id: "cache", label: "static cache (GNNLab)", technique: { copies: "uncached", overlaps: false } },
  { id: "prefetch", label: "prefetching, all features", technique: { copies: "all", overlaps: true } },
];

const techniqueOf = (id: string) => LINK_CONTENDERS.find((each) => each.id === id)!.technique;

/** Links of the lines, slowest first. */
export const SHOWN: readonly Link[] = [
  LINKS["ethernet-1g"],
  LINKS["ethernet-10g"],
  LINKS["ethernet-25g"],
  LINKS["pcie-3-x16"],
  LINKS["pcie-4-x16"],
  LINKS["pcie-5-x16"],
  LINKS["grace-hopper"],
];
/** Speed of a link in GB/s. */
export const speedOf = ({ bytesPerSecond }: Link): number => bytesPerSecond / 1e9;

/** Card whose memory moves the rows that it has already, at points of the lattice. */
export const CARD = PUBLISHED_CARDS["rtx-3090"];

const ratio = { unit: "x", shown: false } as const;

/** Metrics of the map. */
export const LINK_METRICS = {
  time: { label: "mini-batch, loading and computation", unit: "ms", better: "lower" },
  ...RATIO_METRICS,
  lead_most: { ...ratio, label: "largest lead over the range of links" },
  speedup_least: { ...ratio, label: "least speed-up over the range of links" },
  io_lead: { label: "copies over computation", unit: "x" },
  io_lead_least: { ...ratio, label: "least of copies over computation" },
  over_cache_least: { ...ratio, label: "least speed-up over the static cache" },
  copied: { label: "features copied, a mini-batch", unit: "MB", better: "lower" },
  machine_compute: { label: "computation a byte", unit: "ns" },
  machine_link: { label: "speed of the link, or of the gather", unit: "GB/s" },
} as const satisfies Metrics;

/** Seeds of a mini-batch in a profile. */
export const batchSizeIn = ({ id }: Pick<Profile, "id">): number => id === "smoke" ? 16 : 258;

/** Device of a point: that of the lattice's values, or a machine. */
async function devicesAt(
  lab: Lab,
  dataset: LoadedDataset,
  { id, x: computeNs, y: speed }: MapWorkload,
): Promise<readonly LinkedDevice[]> {
  const batchSize = batchSizeIn(lab.profile);
  if (Number.isNaN(speed)) {
    return await linkedMachine(lab, dataset, { machine: id.replaceAll("-", "_"), batchSize });
  }
  const { all } = await lab.once(batchCopies, dataset, batchSize);
  const link = SHOWN.find((each) => speedOf(each) === speed)!;
  return [{ computeMs: computeNs * all / 1e6, link, dramGBs: CARD.dramGBs }];
}

/** Models the contenders of one point, each over the whole range of its link. */
export async function modelLoading(
  lab: Lab,
  dataset: LoadedDataset,
  point: MapWorkload,
  contenders: readonly LinkContender[],
): Promise<(id: string) => JointOutcome<typeof LINK_METRICS>> {
  const sizes = await lab.once(batchCopies, dataset, batchSizeIn(lab.profile));
  const devices = await devicesAt(lab, dataset, point);
  const msOf = (id: string) => (device: LinkedDevice) => batchMs(techniqueOf(id), device, sizes);
  const value = (values: readonly number[]) => values.length === 1 ? values[0] : values;
  const modelled = (values: readonly number[]) => ({ value: value(values), source: "modelled" }) as const;
  return byContender(contenders, ({ id, technique }) => {
    const own = msOf(id),
      others = LINK_CONTENDERS.filter((each) => each.id !== id).map((each) => msOf(each.id));
    const over = (other: string) => boundedRatio(devices, (device) => msOf(other)(device) / own(device));
    const lead = boundedRatio(devices, (device) => own(device) / Math.min(...others.map((ms) => ms(device))));
    const io = boundedRatio(
      devices,
      ({ computeMs, link }) => copyMs({ bytes: sizes[technique.copies], transfers: 1 }, link) / computeMs,
    );
    const speedup = over(PLAIN);
    return {
      times: {},
      facts: {
        time: modelled(devices.map(own)),
        lead: modelled(lead.value),
        lead_most: modelled([lead.most]),
        ...(id !== PLAIN && { speedup: modelled(speedup.value), speedup_least: modelled([speedup.least]) }),
        ...(id !== "cache" && { over_cache_least: modelled([over("cache").least]) }),
        io_lead: modelled(io.value),
        io_lead_least: modelled([io.least]),
        copied: modelled([sizes[technique.copies] / 1e6]),
        ...(Number.isNaN(point.y) && {
          machine_compute: modelled(devices.map(({ computeMs }) => 1e6 * computeMs / sizes.all)),
          machine_link: modelled(devices.map(({ link }) => speedOf(link))),
        }),
      },
    };
  });
}
