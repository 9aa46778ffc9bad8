/**
 * Map of loading techniques over the computation a byte and the speed of the link, modelled from exact bytes.
 *
 * @module
 */
import { mapSuite, type MapWorkload } from "../map_suite.ts";
import { BATCHES, CACHED, CLASSES, FANOUTS, WIDTH } from "./batch_copies.ts";
import {
  batchSizeIn,
  CARD,
  LINK_CONTENDERS,
  LINK_METRICS,
  modelLoading,
  PLAIN,
  SHOWN,
  speedOf,
} from "./link_point.ts";
import { linkAnswers } from "./link_answers.ts";
import { HIDDEN, MACHINES } from "./machines.ts";

const AXES = { x: "computation_a_byte", y: "link_speed" } as const;

/** A workload that is a machine. */
function machineWorkload([machine, { name }]: [string, { readonly name: string }]): MapWorkload {
  return { id: machine.replaceAll("_", "-"), x: NaN, y: NaN, factors: { machine: name } };
}

/** Map of loading techniques over computation a byte and link. */
export const computeLink = mapSuite({
  id: "own/crossover-links",
  title: "Loading over computation and link (modelled)",
  question:
    "At which computation a byte and over which link do Match and Reorder, a cache or prefetching shorten a mini-batch?",
  contenders: LINK_CONTENDERS,
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
  measurement: { kind: "joint", measure: modelLoading },
  metrics: LINK_METRICS,
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
  further: (rows, map) => linkAnswers(rows, map, LINK_CONTENDERS),
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
