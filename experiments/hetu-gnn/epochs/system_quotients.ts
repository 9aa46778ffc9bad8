/**
 * Epochs of one system over those of another: taken from hetu-gnn Table 4 where it has both, else timed side
 * by side.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { AUTOGRAD, TRANSPOSE_KEPT } from "../pytorch.ts";
import { SYSTEMS, TABLE_4 } from "./epoch_systems.ts";
import { type EpochSource, sourceTrial } from "./epochs.ts";

/**
 * The systems by their ids in Table 4: policies of other systems with this project's kernels, hetu-gnn's own,
 * and peers.
 */
const TABLE_4_IDS = {
  "policy:pytorch": "policy:pytorch",
  "policy:dgl": "policy:dgl",
  "own": "reorder-bs",
  "peer:pytorch": `peer:${TRANSPOSE_KEPT}`,
  "peer:pytorch-autograd": `peer:${AUTOGRAD}`,
  "peer:dgl": "peer:dgl",
} as const;

/** Epoch of a system, as Table 4 has it. */
function sourceOf(system: QuotientSystem): EpochSource {
  return SYSTEMS.find(({ id }) => id === TABLE_4_IDS[system])!.source;
}

/** Ids of {@link TABLE_4_IDS}. */
type QuotientSystem = keyof typeof TABLE_4_IDS;

/** One system's epoch time over another's. */
export interface Quotient extends Contender {
  /** Systems whose epoch time stands above, and below. */
  readonly factors: { readonly above: QuotientSystem; readonly below: QuotientSystem };
  /** Name of the quotient in the published table; absent where it has none. */
  readonly system?: string;
  /** Published optimisations of the faster system. */
  readonly opt?: string;
}

/** Metrics of a quotient, and of the epochs that it divides. */
export const QUOTIENT_METRICS = {
  epoch_speedup: { label: "epoch speed-up", unit: "x" },
  epoch_time_above: { label: "epoch of the slower system", unit: "ms", better: "lower" },
  epoch_time_below: { label: "epoch of the faster system", unit: "ms", better: "lower" },
} as const satisfies Metrics;

/**
 * Divides epochs round by round: those of Table 4 where it has both systems of a quotient, else those of the
 * systems side by side.
 */
export async function measureQuotients(
  lab: Lab,
  dataset: LoadedDataset,
  workload: GraphWorkload,
  quotients: readonly Quotient[],
): Promise<(id: string) => JointOutcome<typeof QUOTIENT_METRICS>> {
  const inTable4: ReadonlyMap<string, CheckedTimes> = await lab.earlierTimes?.(TABLE_4, workload.id) ??
    new Map();
  const systemsOf = ({ factors: { above, below } }: Quotient) => [above, below];
  const isKnown = (quotient: Quotient) =>
    systemsOf(quotient).every((system) => inTable4.has(TABLE_4_IDS[system]));
  const open = quotients.filter((quotient) => !isKnown(quotient)).flatMap(systemsOf);
  const trials = Array.from(
    new Set(open),
    (system) => [system, () => sourceTrial(lab, dataset, workload, sourceOf(system))] as const,
  );
  const sides = trials.length > 0 && await measureSideBySide(lab, new Map(trials), { decides: false });
  return byContender(quotients, (quotient) => {
    const [above, below] = systemsOf(quotient).map((system) =>
      !sides || isKnown(quotient) ? inTable4.get(TABLE_4_IDS[system])! : sides.times(system)
    );
    return {
      times: { epoch_time_above: above, epoch_time_below: below },
      facts: { epoch_speedup: above.ms.map((ms, round) => ms / below.ms[round]) },
    };
  });
}
