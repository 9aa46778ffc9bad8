/**
 * Sentences on trainings over ranks: the longest phase of each, and growth with the number of ranks where
 * several numbers were trained alike.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import { median, powerLawExponent } from "../../platform/statistics/mod.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { type GatheredMetric, gatheredMetrics } from "./gathered_metrics.ts";
import type { LoggedTraining } from "./rank_logs.ts";

/** Metrics whose growth is said, in words. */
const GROWTH: Readonly<Record<string, string>> = {
  part_bytes: "the largest part",
  halo_bytes: "the features of the largest halo",
  peak_bytes: "the fullest process",
  read_time: "the slowest reading of a part",
  open_time: "the slowest opening of a training",
  sent_bytes: "the most that a rank sends in an epoch beside gradients",
  epoch_time: "the slowest rank's epoch",
};

/** Fewest numbers of ranks through which a line is laid. */
const FEWEST_POINTS = 3;

const most = ({ values }: GatheredMetric) => median(values.map(({ slowest }) => slowest));

/** Sentence on the phases of a training; none where no epoch is whole. */
export function phaseAnswers(
  { training: { dataset, engine, ranks }, ranks: logged }: LoggedTraining,
): string[] {
  const metrics = gatheredMetrics(logged), epoch = metrics.find(({ id }) => id === "epoch_time");
  if (!epoch) return [];
  const ofMedian = ({ values }: GatheredMetric) => median(values.map((of) => of.median));
  const phases = metrics.filter(({ label }) => label.startsWith("phase "));
  const longest = phases.reduce((far, each) => ofMedian(each) > ofMedian(far) ? each : far);
  const share = 100 * ofMedian(longest) / sumOf(phases, ofMedian);
  return [
    `On ${dataset.id} with ${ranks} ranks (${engine}), an epoch takes the slowest rank ` +
    `${formatNumber(most(epoch), 3)} ms (n = ${epoch.values.length}); the longest of its phases is ` +
    `${longest.label.slice(longest.label.indexOf(":") + 2)}, ${
      formatNumber(share, 2)
    } % of all on the median rank.`,
  ];
}

/** Sentence on the growth of some trainings that differ in the number of ranks alone. */
export function growthAnswers(alike: readonly LoggedTraining[]): string[] {
  const counts = alike.map(({ training }) => training.ranks);
  if (new Set(counts).size < FEWEST_POINTS) return [];
  const all = alike.map(({ ranks }) => gatheredMetrics(ranks));
  const { dataset, engine } = alike[0].training;
  const slopes = Object.entries(GROWTH).flatMap(([metric, text]) => {
    // Local ranks are workers of one process.
    if (metric === "peak_bytes" && engine === "local") return [];
    const points = all.flatMap((metrics, i) => {
      const found = metrics.find(({ id }) => id === metric);
      return found && most(found) > 0 ? [[counts[i], most(found)] as const] : [];
    });
    return points.length < FEWEST_POINTS ? [] : [`${text} ${formatNumber(powerLawExponent(points), 2)}`];
  });
  return [
    `On ${dataset.id} from ${Math.min(...counts)} to ${
      Math.max(...counts)
    } ranks (${engine}), log-log slopes over the ` +
    `number of ranks: ${slopes.join(", ")}. Ranks that share cores wait for each other: their times add up.`,
  ];
}
