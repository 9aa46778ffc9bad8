/**
 * Signs that are stated before a map is measured: along which axis the speed-up of a contender rises or
 * falls, and whether it did.
 *
 * @module
 */
import { labelInSentence } from "../../../results/report/suite_label.ts";
import { factorName } from "../../../results/report/workload.ts";
import type { IntervalEnds, MapPoint, WinnerMap } from "../../../results/winner_map/winner_map.ts";
import type { Contender } from "../../cell.ts";
import type { Lattice } from "./lattice.ts";

/** A sign. */
export interface StatedSign {
  /** Contender whose speed-up over the baseline it is about. */
  readonly contender: string;
  /** Axis along which the speed-up changes. */
  readonly along: "x" | "y";
  /** 1 where it rises, -1 where it falls. */
  readonly sign: 1 | -1;
  /** Reason, as a clause. */
  readonly why: string;
}

/** Names of contenders and axes. */
export interface MapNames {
  /** Contenders in the order of legends. */
  readonly contenders: readonly Pick<Contender, "id" | "label">[];
  /** Axes of the map. */
  readonly lattice: Lattice;
}

/** `the speed-up of Match falls with the seeds`. */
function statement({ contender, along, sign }: StatedSign, { contenders, lattice }: MapNames): string {
  const label = contenders.find(({ id }) => id === contender)!.label;
  return `the speed-up by ${labelInSentence(label)} ${sign > 0 ? "rises" : "falls"} with the ${
    factorName(lattice[along].factor)
  }`;
}

/** Sentence of a sign with its reason, for the notes of a suite. */
export function signText(sign: StatedSign, names: MapNames): string {
  return `Stated beforehand: ${statement(sign, names)}, because ${sign.why}.`;
}

/** Lines of a map by what they show of a sign. */
export interface JudgedLines {
  /** Lines along which the speed-up surely changes as stated. */
  readonly as: number;
  /** Lines along which it surely changes the other way. */
  readonly against: number;
  /** Lines whose ends have intervals that overlap. */
  readonly open: number;
}

function rangeAt({ entries }: MapPoint, contender: string): IntervalEnds | undefined {
  return entries.find((entry) => entry.contender === contender)?.range;
}

/**
 * Holds a sign against a map: on every line along its axis, the interval of the speed-up at the first
 * measured point is compared with that at the last one. Lines with one point say nothing.
 */
export function judgeSign({ points }: WinnerMap, { contender, along, sign }: StatedSign): JudgedLines {
  const across = along === "x" ? "y" : "x";
  const judged = { as: 0, against: 0, open: 0 };
  for (const line of Map.groupBy(points, (point) => point[across]).values()) {
    const known = line.filter((point) => rangeAt(point, contender) !== undefined)
      .sort((a, b) => a[along] - b[along]);
    if (known.length < 2) continue;
    const [first, last] = [known[0], known[known.length - 1]].map((point) => rangeAt(point, contender)!);
    const shown = last[0] > first[1] ? 1 : last[1] < first[0] ? -1 : 0;
    judged[shown === 0 ? "open" : shown === sign ? "as" : "against"]++;
  }
  return judged;
}

/** Sentence on signs: on how many lines each came true, and on how many the opposite; none of none. */
export function signsAnswers(map: WinnerMap, signs: readonly StatedSign[], names: MapNames): string[] {
  if (signs.length === 0) return [];
  const parts = signs.map((sign) => {
    const { as, against, open } = judgeSign(map, sign);
    return `${statement(sign, names)} (so on ${as} of ${
      as + against + open
    } lines of the map, the other way on ` +
      `${against}, open on ${open})`;
  });
  return [`Stated beforehand: ${parts.join("; ")}.`];
}
