/**
 * Answers of the race to an accuracy in words, from rows alone.
 *
 * @module
 */
import { workloadId } from "../../../results/report/workload.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import { intervalOf, spellInterval } from "../../claims/interval.ts";

/** Name of a contender for readers, by its id. */
type Names = ReadonlyMap<string, string>;

/** Sentences, one a graph: who is first at the target, who moves least until it, and who misses it. */
export function raceAnswers(rows: readonly Row[], names: Names): string[] {
  const ok = rows.filter(({ status }) => status === "ok");
  return [...Map.groupBy(ok, workloadId).values()].flatMap((own) => {
    const target = own.find(({ metric }) => metric === "target_accuracy");
    if (target === undefined) return [];
    const seeds = target.n!;
    const goal = `${medianOf(target).toFixed(1)} % (95 % of the best accuracy, ${seeds} seeds)`;
    const texts = [firstText(own, names, goal), leastMovedText(own, names), missedText(own, names, seeds)];
    return [`On ${target.dataset}, ${texts.join("")}.`];
  });
}

function byMedian(rows: readonly Row[], metric: string): Row[] {
  return rows.filter((row) => row.metric === metric).toSorted((a, b) => medianOf(a) - medianOf(b));
}

const spell = (row: Row) => spellInterval(intervalOf(row), row.unit);

function firstText(rows: readonly Row[], names: Names, goal: string): string {
  const [first, ...others] = byMedian(rows, "time_to_accuracy");
  if (first === undefined) return `no way of training gets to ${goal} from every seed`;
  const name = names.get(first.contender)!, time = spell(first);
  if (others.length === 0) return `${name} alone gets to ${goal} from every seed, in ${time}`;
  const lead = rows.find(({ metric, contender }) => metric === "lead" && contender === first.contender)!;
  const ratio = `${spell(lead)} the time of ${names.get(others[0].contender)}`;
  return intervalOf(lead).high < 1
    ? `${name} is first at ${goal}, in ${time}, ${ratio}`
    : `it is open who is first at ${goal}: ${name} takes ${time}, ${ratio}`;
}

function leastMovedText(rows: readonly Row[], names: Names): string {
  const moved = byMedian(rows, "moved_to_accuracy");
  if (moved.length < 2) return "";
  const least = medianOf(moved[0]), first = moved.filter((row) => medianOf(row) === least);
  const next = moved[first.length], text = first.map(({ contender }) => names.get(contender)).join(" and ");
  const before = next === undefined ? "" : `, before ${names.get(next.contender)}, ${spell(next)}`;
  return `; ${text} ${first.length > 1 ? "move" : "moves"} least until then, ${spell(moved[0])}${before}`;
}

function missedText(rows: readonly Row[], names: Names, seeds: number): string {
  const missed = rows.filter((row) => row.metric === "seeds_reached" && medianOf(row) < seeds);
  return missed.map((row) =>
    `; ${names.get(row.contender)} gets there from ${medianOf(row)} of ${seeds} seeds`
  )
    .join("");
}
