/**
 * Cost of what would meet a premise: sizes of the graphs that it names, beside those that were measured.
 *
 * @module
 */
import type { DatasetRecord } from "../../datasets/dataset.ts";
import {
  chooseScale,
  drawnCounts,
  formatDatasetName,
  parseDatasetName,
} from "../../datasets/generators/stand_in.ts";
import { allDatasets } from "../../datasets/registry.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { formatNumber } from "../../platform/text/number.ts";
import type { Row } from "../../results/row.ts";
import type { Workload } from "../cell.ts";
import { type Profile, PROFILES } from "../profiles.ts";

/** Suite and rows of a claim that is out of regime. */
export interface OutOfRegime {
  /** Workloads of its suite by profile. */
  readonly workloads: (profile: Profile) => readonly Workload[];
  /** Rows that were measured. */
  readonly rows: readonly Pick<Row, "dataset" | "dataset_kind">[];
}

/** A graph with its size. */
interface SizedGraph {
  readonly name: string;
  readonly record: DatasetRecord;
  readonly vertices: number;
  readonly storedEdges: number;
}

/** Graph of a name; undefined where the name is none, or that of a file. */
function sized(name: string): SizedGraph | undefined {
  const id = /^[a-z0-9-]+/.exec(name)?.[0], record = allDatasets().find((each) => each.id === id);
  if (record === undefined) return undefined;
  const { standIn } = parseDatasetName(name);
  const { vertices, storedEdges } = standIn ? drawnCounts(record.counts, standIn) : record.counts;
  return { name, record, vertices, storedEdges };
}

/** Bytes of a graph in CSR with values, and of the features that the papers train on. */
function graphBytes({ record: { featureWidth = 0 }, vertices, storedEdges }: SizedGraph): number {
  return 4 * (vertices + 1) + 8 * storedEdges + 4 * vertices * featureWidth;
}

const inMillions = (count: number) =>
  count < 1e9 ? `${Number((count / 1e6).toPrecision(3))} M` : `${(count / 1e9).toPrecision(3)} billion`;

/** Size of a graph, and how much longer it takes than what was measured of the same data. */
function sizeText(graph: SizedGraph, measured: readonly SizedGraph[]): string {
  const { name, record: { id }, storedEdges } = graph;
  const own = measured.filter(({ record }) => record.id === id).map((each) => each.storedEdges);
  const times = own.length === 0 ? 1 : storedEdges / Math.max(...own);
  const longer = times < 1.05
    ? ""
    : `, about ${formatNumber(Number(times.toPrecision(2)))} times the minutes`;
  return `${name}: ${inMillions(storedEdges)} stored edges, ${formatBytes(graphBytes(graph))}${longer}`;
}

const known = (names: Iterable<string>) => [...new Set(names)].flatMap((name) => sized(name) ?? []);

/** The largest graph of each dataset, which meets what smaller ones do. */
function largestEach(graphs: readonly SizedGraph[]): SizedGraph[] {
  return [...Map.groupBy(graphs, ({ record }) => record).values()].map((own) =>
    own.reduce((a, b) => b.storedEdges > a.storedEdges ? b : a)
  );
}

/** Largest graph of a suite in a profile; none where it has no graphs. */
function largestOf(workloads: OutOfRegime["workloads"], profile: Profile): SizedGraph[] {
  const names = known(workloads(profile).map(({ dataset = "" }) => dataset)).map(({ name, record }) => {
    const isScaled = name !== record.id || profile.maxStoredEdges >= record.counts.storedEdges;
    const standIn = chooseScale(record, profile.maxStoredEdges);
    return isScaled ? name : formatDatasetName({ id: record.id, standIn });
  });
  return known(names).toSorted((a, b) => graphBytes(b) - graphBytes(a)).slice(0, 1);
}

/** Text of a remedy that names other sizes of the same suite, or the publisher's files. */
const PROFILE = /--profile (standard|paper)/, FILES = /publish(ed|er's) (files|graphs)/;

/**
 * Text on what a remedy takes: stored edges, bytes with the features and time of each stand-in that it
 * names, of the largest graph of the profile that it names, and of the published files. Empty where it asks
 * for another device, or for more of the same.
 */
export function remedyCost(elsewhere: string, { workloads, rows }: OutOfRegime): string {
  const measured = known(rows.map(({ dataset }) => dataset));
  const named = largestEach(known(elsewhere.match(/[a-z0-9-]+@1\/[0-9.]*[0-9](:[a-z0-9-]+)?/g) ?? []));
  const profile = PROFILE.exec(elsewhere)?.[1] as Profile["id"] | undefined;
  const ofProfile = profile && named.length === 0 ? largestOf(workloads, PROFILES[profile]) : [];
  const drawn = known(
    rows.filter(({ dataset_kind }) => dataset_kind === "stand-in").map(({ dataset }) => dataset),
  );
  const files = FILES.test(elsewhere)
    ? [...new Set(drawn.map(({ record }) => record))].map((record) => fileText(record))
    : [];
  return [...[...named, ...ofProfile].map((graph) => sizeText(graph, measured)), ...files].join("; ");
}

/** Sizes of a dataset's files, where all are known. */
function fileText({ id, counts, sources: [source] }: DatasetRecord): string {
  const bytes = source?.files.map((file) => file.bytes) ?? [];
  const total = bytes.reduce<number>((sum, each) => sum + (each ?? NaN), 0);
  const size = total > 0 ? `, ${formatBytes(total)}` : "";
  return `files of ${id}: ${inMillions(counts.storedEdges)} stored edges${size}`;
}
