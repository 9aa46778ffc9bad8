/**
 * Sentences on the modelled map of links: how often bytes alone name the fastest, and which technique is the
 * fastest on each machine.
 *
 * @module
 */
import { labelInSentence } from "../../../../results/report/suite_label.ts";
import { parseFactors, workloadId } from "../../../../results/report/workload.ts";
import { medianOf, type Row } from "../../../../results/row.ts";
import type { WinnerMap } from "../../../../results/winner_map/winner_map.ts";
import type { Contender } from "../../../cell.ts";

/** Row of the least value of a metric. */
function least(rows: readonly Row[], metric: string): Row | undefined {
  const own = rows.filter((row) => row.metric === metric && row.status === "ok");
  return own.length === 0 ? undefined : own.reduce((a, b) => medianOf(b) < medianOf(a) ? b : a);
}

/** Sentence on the points at which the technique that copies the fewest bytes is the fastest. */
function bytesAnswers(rows: readonly Row[], { points }: WinnerMap): string[] {
  const fewest = least(rows, "copied")?.contender;
  if (fewest === undefined) return [];
  const right = points.filter(({ winner }) => winner === fewest).length;
  return [`The fewest bytes alone name the fastest at ${right} of ${points.length} points of the model.`];
}

/** Sentences on the winner of each machine, sure or open by the range of its link. */
function machineAnswers(
  rows: readonly Row[],
  contenders: readonly Pick<Contender, "id" | "label">[],
): string[] {
  return [...Map.groupBy(rows, workloadId).values()].flatMap((own) => {
    const machine = parseFactors(own[0].factors).get("machine"), winner = least(own, "lead");
    if (machine === undefined || winner === undefined) return [];
    const most = own.find(({ contender, metric }) =>
      contender === winner.contender && metric === "lead_most"
    );
    const { label } = contenders.find(({ id }) => id === winner.contender)!;
    const certain = most !== undefined && medianOf(most) < 1;
    return [`${machine}: ${labelInSentence(label)}${certain ? "" : ", open"}`];
  });
}

/** All of these sentences. */
export function linkAnswers(
  rows: readonly Row[],
  map: WinnerMap,
  contenders: readonly Pick<Contender, "id" | "label">[],
): string[] {
  const machines = machineAnswers(rows, contenders);
  return [
    ...bytesAnswers(rows, map),
    ...(machines.length === 0 ? [] : [`Fastest by the model on ${machines.join("; ")}.`]),
  ];
}
