/**
 * Map of loading techniques over the computation a byte and the speed of the link, modelled from exact bytes.
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
import { mapSuite, type MapWorkload } from "../map_suite.ts";
import { batchCopies, BATCHES, CACHED, CLASSES, FANOUTS, WIDTH } from "./batch_copies.ts";
import { batchMs, boundedRatio, type LinkedDevice, type Technique } from "./linked_loading.ts";
import { linkSentences } from "./link_sentences.ts";
import { HIDDEN, linkedMachine, MACHINES } from "./machines.ts";

/** A technique. */
interface LinkContender extends Contender {
  readonly technique: Technique;
}

const PLAIN = "plain";

const CONTENDERS: readonly LinkContender[] = [
  { id: PLAIN, label: "plain loading", technique: { copies: "all", overlaps: false } },
  { id: "match-reorder", label: "Match and Reorder", technique: { copies: "matched", overlaps: false } },
  { id: "cache", label: "static cache (GNNLab)", technique: { copies: "uncached", overlaps: false } },
  { id: "prefetch", label: "prefetching, all features", technique: { copies: "all", overlaps: true } },
];

const techniqueOf = (id: string) => CONTENDERS.find((each) => each.id === id)!.technique;

const AXES = { x: "computation_a_byte", y: "link_speed" } as const;

/** Links of the lines, slowest first. */
const SHOWN: readonly Link[] = [
  LINKS["ethernet-1g"],
  LINKS["ethernet-10g"],
  LINKS["ethernet-25g"],
  LINKS["pcie-3-x16"],
  LINKS["pcie-4-x16"],
  LINKS["pcie-5-x16"],
  LINKS["grace-hopper"],
];
const speedOf = ({ bytesPerSecond }: Link) => bytesPerSecond / 1e9;

/** Card whose memory moves the rows that it has already, at points of the lattice. */
const CARD = PUBLISHED_CARDS["rtx-3090"];

const ratio = { unit: "x", shown: false } as const;

const METRICS = {
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

const batchSizeIn = ({ id }: Pick<Profile, "id">) => id === "smoke" ? 16 : 258;

/** A workload that is a machine. */
function machineWorkload([machine, { name }]: [string, { readonly name: string }]): MapWorkload {
  return { id: machine.replaceAll("_", "-"), x: NaN, y: NaN, factors: { machine: name } };
}

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

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  point: MapWorkload,
  contenders: readonly LinkContender[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const sizes = await lab.once(batchCopies, dataset, batchSizeIn(lab.profile));
  const devices = await devicesAt(lab, dataset, point);
  const msOf = (id: string) => (device: LinkedDevice) => batchMs(techniqueOf(id), device, sizes);
  const value = (values: readonly number[]) => values.length === 1 ? values[0] : values;
  const modelled = (values: readonly number[]) => ({ value: value(values), source: "modelled" }) as const;
  return byContender(contenders, ({ id, technique }) => {
    const own = msOf(id), others = CONTENDERS.filter((each) => each.id !== id).map((each) => msOf(each.id));
    const over = (other: string) => boundedRatio(devices, (device) => msOf(other)(device) / own(device));
    const lead = boundedRatio(devices, (device) => own(device) / Math.min(...others.map((ms) => ms(device))));
    const io = boundedRatio(
      devices,
      ({ computeMs, link }) => copyMs({ bytes: sizes[technique.copies], transfers: 1 }, link) / computeMs,
    );
    const speedup = over(PLAIN), [{ link }] = devices;
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
          machine_link: modelled(
            devices.length === 1 ? [speedOf(link)] : devices.map((each) => speedOf(each.link)),
          ),
        }),
      },
    };
  });
}

/** Map of loading techniques over computation a byte and link. */
export const computeLink = mapSuite({
  id: "own/crossover-links",
  title: "Loading over computation and link (modelled)",
  question:
    "At which computation a byte and over which link do Match and Reorder, a cache or prefetching shorten a mini-batch?",
  contenders: CONTENDERS,
  baseline: PLAIN,
  settings: {
    "kind": "modelled: exact bytes over stated links; no point of the lattice is timed",
    "mini-batches": `${batchSizeIn({ id: "standard" })} seeds, fan-outs ${
      FANOUTS.join(", ")
    } from the input on; ${BATCHES} an epoch, reordered together`,
    "model": `GCN of ${FANOUTS.length} layers, ${WIDTH} features, ${HIDDEN} hidden units, ${CLASSES} classes`,
    "cache": `${100 * CACHED} % of the vertices`,
    "links": SHOWN.map(({ name, bytesPerSecond }) => `${name} ${bytesPerSecond / 1e9} GB/s`).join("; "),
  },
  lattice: {
    x: { factor: AXES.x, values: [0.001, 0.004, 0.016, 0.064, 0.25, 1, 4] },
    y: { factor: AXES.y, values: SHOWN.map(speedOf) },
  },
  subject: ({ id }) => ({
    dataset: id === "standard" ? "ogbn-products@1/31" : "ogbn-products",
    model: "GCN",
  }),
  beside: Object.entries(MACHINES).map(machineWorkload),
  measurement: {
    kind: "joint",
    measure: (lab, dataset, point, contenders) => measure(lab, dataset, point, contenders),
  },
  metrics: METRICS,
  plots: [{
    metric: "lead",
    ...AXES,
    contours: "speedup",
    bounds: { lead: "lead_most", speedup: "speedup_least" },
    landmarkMetrics: { x: "machine_compute", y: "machine_link", label: "machine" },
    landmarkName: "machines, by their computation and link",
    xUnit: "ns",
    yUnit: "GB/s",
  }],
  signs: [
    {
      contender: "match-reorder",
      along: "x",
      sign: -1,
      why: "copies are a smaller part of a mini-batch that computes longer",
    },
    {
      contender: "match-reorder",
      along: "y",
      sign: -1,
      why: "a faster link leaves less to save, but rows that are kept still pass the device's memory",
    },
  ],
  claims: [
    {
      claim: "fastgl.q.naive-io",
      says: "plain copies take longer than the computation",
      contender: PLAIN,
      metric: "io_lead_least",
    },
    {
      claim: "fastgl.q.b-order",
      says: "Match and Reorder shorten a mini-batch",
      contender: "match-reorder",
      metric: "speedup_least",
    },
    {
      claim: "fastgl.q.a-cache-ratio",
      says: "Match and Reorder are faster than a static cache",
      contender: "match-reorder",
      metric: "over_cache_least",
    },
  ],
  further: (rows, map) => linkSentences(rows, map, CONTENDERS),
  notes: [
    "A mini-batch takes its computation, its copies over the link in one transfer, and a read and a write of every feature row that the device has " +
    `already, at the ${CARD.dramGBs} GB/s of an RTX 3090. Prefetching copies during the computation of the mini-batch before. Sampling and the gather on the host ` +
    "are no part of it.",
    "A winner is certain where it is the fastest over the whole range of a link: latency by 4 both ways, speed by 2 both ways.",
    "Machines stand at their computation of the same mini-batch: cards at the roofline of their printed limits, which is a lower bound; this device as it " +
    "was measured, at the speed of its own gather, which is no link: its kept rows cost as much as copied ones.",
    "Bytes are counted on the stand-in; computation a byte does not change with its scale. 1 Gb/s Ethernet is the lowest line.",
  ],
});
