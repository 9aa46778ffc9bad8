/**
 * Samples behind the rows of a session. A speed-up has no samples of its own: it is the ratio of the times of
 * the rounds in which baseline and contender ran side by side.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { workloadOf } from "../store/journal.ts";
import type { Row, Sample } from "../row.ts";
import type { PreparedSamples } from "./unpaired_ratio.ts";

/** Metric of the rows whose values are the baseline's time over the contender's. */
const SPEEDUP = "speedup";

function prepared(samples: readonly Pick<Sample, "preparation" | "value">[]): PreparedSamples {
  return [...groupBy(samples, ({ preparation }) => preparation).values()]
    .map((group) => group.map(({ value }) => value));
}

/**
 * Returns a function that gives the samples behind a row, grouped by preparation; none where the value is
 * exact.
 */
export function samplesByRow(samples: readonly Sample[]): (row: Row) => PreparedSamples {
  const name = (cell: string, metric: string, attempt: number) => JSON.stringify([cell, metric, attempt]);
  const byName = groupBy(samples, ({ cell, metric, attempt }) => name(cell, metric, attempt));
  const samplesOf = (cell: string, metric: string, { attempt }: Row) =>
    byName.get(name(cell, metric, attempt)) ?? [];
  return (row) => {
    const own = samplesOf(row.cell, row.metric, row);
    if (own.length > 0 || row.metric !== SPEEDUP) return prepared(own);
    const baseline = samplesOf(`${row.suite}:${workloadOf(row)}:${row.vs}`, "time", row);
    const rounds = new Map(baseline.map((sample) => [sample.round, sample.value]));
    return prepared(
      samplesOf(row.cell, "time", row).flatMap(({ preparation, round, value }) => {
        const beside = rounds.get(round);
        return beside === undefined ? [] : [{ preparation, value: beside / value }];
      }),
    );
  };
}
