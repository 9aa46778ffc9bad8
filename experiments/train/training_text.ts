/**
 * Text about a training: its ranks, a line an epoch, and its end.
 *
 * @module
 */
import type { RankPeak, RankReport } from "../../distributed/runs/rank_run.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { textTable } from "../../platform/text/text_table.ts";
import { documentPath, type TrainingDocument } from "./training_folder.ts";
import type { EpochRecord, RankSpread } from "../../training/runs/epoch_record.ts";
import { markedName } from "../../datasets/marked_name.ts";
import { SET_NAMES } from "../../training/runs/epoch_training.ts";
import { counted } from "../../platform/text/plural.ts";

/** Training that has ended. */
export interface TrainingEnd {
  /** Folder of the training. */
  readonly folder: string;
  /** Record of the training. */
  readonly document: TrainingDocument;
}

const FIRST = "epoch     ";
/** Lines that are meant for people, among what a launcher of ranks says besides. */
const OWN_LINE = /^(epoch|rank|note:) /;

/** Whether a line of a rank's output is one of this module. */
export function isOwnLine(line: string): boolean {
  return OWN_LINE.test(line);
}

/** Lines about data that were drawn at random: accuracies are of these. */
export function renderDrawn(drawn: readonly string[]): string[] {
  return drawn.length === 0 ? [] : [`note: drawn at random: ${drawn.join(", ")}`];
}

/** Line of a rank that is ready. */
export function renderRank({ rank, host, device, solid, halo, edges, training }: RankReport): string {
  return `rank ${rank}: ${host}, ${device}; part of ${
    counted(solid, "vertex", "vertices")
  } and ${halo} halo, ${counted(edges, "edge")}, ${
    counted(training, "training vertex", "training vertices")
  }`;
}

/** Lines about what earlier runs have left. */
export function renderResume(epochs: number, damaged: readonly string[]): string[] {
  return [
    ...damaged.map((path) => `note: ${path} is damaged and not used`),
    ...(epochs > 0 ? [`note: going on after epoch ${epochs} of an earlier run`] : []),
  ];
}

/** Whether ranks took different times. */
function isSpread({ phases }: EpochRecord): boolean {
  return Object.values(phases).some(({ slowest, fastest }) => slowest !== fastest);
}

function columns(record: EpochRecord): { readonly name: string; readonly width: number }[] {
  const least = isSpread(record) ? 14 : 11;
  return Object.keys(record.phases).map((name) => ({ name, width: Math.max(name.length, least) }));
}

/** Header over the lines of epochs, with a line that tells the units. */
export function renderHeader(record: EpochRecord): string {
  const scores = SET_NAMES.map((name) => name.slice(0, 5).padStart(7)).join("");
  const phases = columns(record).map(({ name, width }) => `  ${name.padStart(width)}`).join("");
  const ranks = isSpread(record) ? " of the slowest/median/fastest rank" : "";
  return `note: accuracies in %; phases in milliseconds${ranks}\n${FIRST}      loss${scores}        s${phases}`;
}

/** Line of an epoch: accuracies in percent, phases as slowest/median/fastest rank. */
export function renderEpoch(record: EpochRecord, epochs: number): string {
  const { epoch, loss, scores, seconds, phases } = record;
  const accuracies = SET_NAMES.map((name) => percent(scores?.[name]?.accuracy).padStart(7)).join("");
  const times = columns(record).map(({ name, width }) => `  ${milliseconds(phases[name]).padStart(width)}`);
  return `${`epoch ${epoch}/${epochs}`.padEnd(FIRST.length)}${loss.toFixed(4).padStart(10)}${accuracies}` +
    `${seconds.slowest.toFixed(2).padStart(9)}${times.join("")}`;
}

function percent(share: number | undefined): string {
  return share === undefined ? "-" : (100 * share).toFixed(1);
}

function milliseconds({ slowest, median, fastest }: RankSpread): string {
  const values = slowest === fastest ? [slowest] : [slowest, median, fastest];
  return values.map((ms) => ms < 10 ? ms.toFixed(1) : ms.toFixed(0)).join("/");
}

/** Last words: the best epoch, the time, and where the record lies. */
export function renderEnd({ folder, document: { dataset, epochs, ranks, peaks } }: TrainingEnd): string {
  const last = epochs[epochs.length - 1], lines: string[] = [""];
  const seconds = sumOf(epochs, (epoch) => epoch.seconds.slowest).toFixed(2);
  const where = isSpread(last) ? " on the slowest rank" : "";
  const work = `${counted(epochs.length, "epoch")} in ${seconds} s${where}`;
  lines.push(`${markedName(dataset)}: ${work}, last loss ${last.loss.toFixed(4)}`);
  const scored = epochs.flatMap(({ epoch, scores }) => scores?.validation ? [{ epoch, ...scores }] : []);
  const [best] = scored.toSorted((a, b) => b.validation!.accuracy - a.validation!.accuracy);
  if (best) {
    const { epoch, validation, test } = best;
    const text = `best validation ${percent(validation?.accuracy)} % in epoch ${epoch}`;
    lines.push(test ? `${text}, test there ${percent(test.accuracy)} %` : text);
  }
  if (peaks) lines.push(...renderMemory(ranks, peaks));
  lines.push(`record: ${documentPath(folder)}`);
  return lines.join("\n");
}

/** Whether a rank computes on a card, whose memory is not in that of the process. */
function isOnCard({ on: { adapterKind } }: RankReport): boolean {
  return adapterKind === "hardware";
}

/**
 * Most memory of each rank beside what it has to hold: an idle process, its part, the features of its halo,
 * and on the device the activations of a mini-batch.
 */
function renderMemory(ranks: readonly RankReport[], peaks: readonly RankPeak[]): string[] {
  const rows = ranks.map((report) => {
    const { rank, memory: { idle, part, halo } } = report, { process, device } = peaks[rank];
    return [
      `rank ${rank}`,
      ...[process, idle, part, halo, device].map(formatBytes),
      heldShare(report, peaks[rank]).toFixed(2),
    ];
  });
  const above = ranks.every(isOnCard) ? "peak - idle" : "peak - idle - activations";
  const header = ["memory", "peak", "idle", "part", "halo", "activations", `(${above}) / (part + halo)`];
  return textTable(header, rows).split("\n");
}

/**
 * Memory of a rank above that of an idle one and without activations, divided by that of its part and halo.
 * Activations are in the memory of the process where the device is the processor.
 */
function heldShare(report: RankReport, { process, device }: RankPeak): number {
  const { memory: { idle, part, halo } } = report, activations = isOnCard(report) ? 0 : device;
  return (process - idle - activations) / (part + halo);
}
