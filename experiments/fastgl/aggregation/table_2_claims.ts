/**
 * Claim of Table 2 of fastgl: naive aggregation hits its caches seldom, as far as the simulator agrees with
 * the printed rates.
 *
 * @module
 */
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { between, type PremiseCondition } from "../../premises/condition.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { FOUR_GRAPHS, PAPER_NAMES } from "../sampling_graphs.ts";
import { CARD, type SimulatedKernel } from "./simulated_aggregation.ts";
import { openAtSmoke } from "../smoke_part.ts";

/** DGL's kernel, which the paper profiled. */
export const DGL: SimulatedKernel = "naive-register";

/** Printed rates in per cent, which the simulator is held against first. */
const PRINTED: Readonly<Record<string, { readonly l1: number; readonly l2: number }>> = {
  "reddit": { l1: 3.34, l2: 24.6 },
  "ogbn-products": { l1: 5.11, l2: 18.3 },
  "mag": { l1: 4.92, l2: 15.7 },
  "ogbn-papers100m": { l1: 4.25, l2: 19.6 },
};
/** Points that the simulator may be off before its rates decide nothing. */
export const TRUST = 10;
/**
 * Regime of the claim: nothing in the simulator is fitted to L1 rates, which show whether it says anything of
 * the card.
 */
export const PREMISE: readonly PremiseCondition[] = [
  ...sampledBatches(FOUR_GRAPHS, DGL),
  between(-2, 2, {
    name: "simulated L1 rate less the printed one",
    readings: (evidence) =>
      FOUR_GRAPHS.map((workload) => {
        const row = evidence.row({ workload, contender: DGL }, "l1_hit_rate");
        return { of: PAPER_NAMES[workload], value: medianOf(row) - PRINTED[workload].l1 };
      }),
    elsewhere: "counters of a card",
  }),
];

/** Bounds of the claim: the L2 rate in per cent, and the throughput as a share of the peak. */
const LOW_L2 = 30, LOW_THROUGHPUT = 0.02;

const percent = (rate: number) => `${rate.toFixed(1)} %`;

/** Why the rate of a level decides nothing on a graph; undefined where it is near the printed one. */
function doubt(workload: string, level: "l1" | "l2", simulated: number): string | undefined {
  const printed = PRINTED[workload][level], gap = simulated - printed;
  if (Math.abs(gap) <= TRUST) return undefined;
  return `printed is an ${level.toUpperCase()} rate of ${percent(printed)}: the simulator is off by ${
    gap.toFixed(1)
  } points`;
}

/**
 * `l1_hit < l2_hit < 30 %` and `throughput < 0.02 peak`, on every graph, of DGL's kernel: as far as the
 * simulator may be trusted on that graph. Throughput follows from what misses the L2.
 */
export function lowHit(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) => {
    const row = (metric: string) => evidence.row({ workload, contender: DGL }, metric);
    const [l1, l2, throughput] = ["l1_hit_rate", "l2_hit_rate", "throughput"].map(row);
    const doubted = {
      l1: doubt(workload, "l1", medianOf(l1)),
      l2: doubt(workload, "l2", medianOf(l2)),
    };
    const share = medianOf(throughput) / CARD.peakGflops;
    const part = (holds: boolean, text: string, { rows, reason }: {
      readonly rows: readonly Row[];
      readonly reason: string | undefined;
    }): ClaimPart => {
      const exact = evidence.exact(holds, `${PAPER_NAMES[workload]}: ${text}`, rows);
      return reason === undefined ? openAtSmoke(exact, rows[0]) : openPart(exact, reason);
    };
    return [
      part(medianOf(l1) < medianOf(l2), `L1 ${percent(medianOf(l1))}, L2 ${percent(medianOf(l2))}`, {
        rows: [l1, l2],
        reason: doubted.l1 ?? doubted.l2,
      }),
      part(medianOf(l2) < LOW_L2, `L2 ${percent(medianOf(l2))}`, { rows: [l2], reason: doubted.l2 }),
      part(
        share < LOW_THROUGHPUT,
        `${medianOf(throughput).toFixed(0)} GFLOP/s, ${percent(100 * share)} of the peak`,
        { rows: [throughput], reason: doubted.l2 },
      ),
    ];
  });
}
