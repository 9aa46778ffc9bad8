/**
 * Headroom of a graph on a device: the speed-up that a perfect vertex ordering could bring to its SpMM.
 *
 * @module
 */
import { confineColumns } from "../../graph/column_window.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { secondCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import type { Device } from "../../hardware/device.ts";
import type { TimedContender } from "../../hardware/measuring/timed_contender.ts";
import { measure, timesOf } from "../../hardware/measuring/measure.ts";
import type { MeasuringOptions } from "../../hardware/measuring/options.ts";
import { MissingError } from "../../platform/errors.ts";
import { median, type RatioSummary, summarizeRatios } from "../../platform/statistics/mod.ts";
import { type CheckReport, worstOf } from "../checks/check_report.ts";
import { hostDigest } from "../checks/host_digest.ts";
import type { Kernel } from "../kernel.ts";
import { findKernel } from "../registry.ts";
import { stageKernel } from "../staged_kernel.ts";
import { checkPlan, recheckPlans, renewPlans, wrongAtFirst } from "../checks/plan_check.ts";
import { spmm } from "./mod.ts";
import type { SpmmOperandsOf, SpmmProblem } from "./spmm.ts";

/** Options of {@linkcode measureHeadroom}. */
export interface HeadroomOptions extends MeasuringOptions {
  /** Kernel id; `row-split` by default. */
  readonly kernel?: string;
  /** Bytes of the device's L2; on a CPU by default those that the system reports. */
  readonly l2Bytes?: number;
}

/** Headroom with the times that it comes from. */
export interface Headroom {
  /** Time in the order of the ids over time within the window, by paired rounds. */
  readonly ratio: RatioSummary;
  /** Median nanoseconds a stored edge in the order of the ids. */
  readonly naturalNs: number;
  /** Median nanoseconds a stored edge with the columns within the window. */
  readonly confinedNs: number;
  /** Dense rows of the window: a quarter of the L2. */
  readonly window: number;
  /** Whether there were too few rounds for a verdict. */
  readonly underpowered: boolean;
  /** Check of both outputs against the oracle, the worse of the two. */
  readonly check: CheckReport;
}

/** Share of the L2 that the window's dense rows take. */
const L2_SHARE = 0.25;

/** Bytes of the second cache of the CPU, or of the device's as it was named. */
function l2Of(device: Device, named: number | undefined): number {
  if (named !== undefined) return named;
  if (device.backend !== "webgpu") return secondCacheBytes();
  throw new MissingError({
    action: "measure the headroom of a graph",
    current: `no size of the L2 of ${device.name}, which WebGPU does not tell`,
    wanted: "its bytes",
    next: "pass l2Bytes, as the vendor states them",
  });
}

/**
 * Measures headroom: the time an edge of `matrix x features` with the ids as they are, over the time an edge
 * of the same rows with their columns confined to as many dense rows as fit into a quarter of the L2. Both
 * products are checked before and after they are timed, and take turns. Near 1 no ordering can help on this
 * device: the dense rows come from caches anyhow, or something else bounds the kernel. The window has no
 * compulsory misses, so that the ratio is an upper bound of an ordering's gain.
 *
 * @throws {MissingError} if the size of the L2 is not known.
 * @throws {WrongResultError} if an output is wrong.
 * @throws {OutOfMemoryError} if the operands do not fit the device.
 * @throws {ReproError} the error of a product that failed.
 */
export async function measureHeadroom(
  device: Device,
  { matrix, features, width }: SpmmProblem,
  options: HeadroomOptions,
): Promise<Headroom> {
  const { kernel: id = "row-split", seed } = options;
  const window = Math.max(1, Math.floor(L2_SHARE * l2Of(device, options.l2Bytes) / (4 * width)));
  const kernel = findKernel(spmm.id, id, device.backend) as Kernel<SpmmOperandsOf>;
  const reports: CheckReport[] = [];

  const contender = (name: string, matrix: CsrMatrix): TimedContender => {
    const problem: SpmmProblem = { matrix, features, width };
    return {
      id: name,
      bytes: 4 * (matrix.rows + 2 * nnz(matrix) + width * (matrix.rows + matrix.cols)),
      prepare: async () => {
        const staged = await stageKernel(device, problem, {
          operation: spmm,
          kernel,
          hostDigest: hostDigest(problem),
        });
        try {
          const report = await checkPlan(device, staged, { seed });
          if (!report.ok) throw wrongAtFirst(staged.name, report);
          reports.push(report);
        } catch (error) {
          staged.destroy();
          throw error;
        }
        return {
          run: () => staged.run(),
          recheck: (fresh) => recheckPlans(device, [staged], fresh),
          renew: (fresh) => renewPlans(device, [staged], fresh),
          destroy: () => staged.destroy(),
        };
      },
    };
  };

  const pair = [contender("natural", matrix), contender("confined", confineColumns(matrix, window, seed))];
  const measured = await measure(device, pair, options);
  const [natural, confined] = pair.map(({ id }) => timesOf(measured, id));
  const preparationOf = new Map(measured.samples.map(({ round, preparation }) => [round, preparation]));
  const nsAnEdge = (ms: readonly number[]) => 1e6 * median(ms) / Math.max(1, nnz(matrix));
  return {
    ratio: summarizeRatios(
      natural.slice(0, measured.rounds).map((numerator, round) => ({
        preparation: preparationOf.get(round) ?? 0,
        numerator,
        denominator: confined[round],
      })),
      { seed },
    ),
    naturalNs: nsAnEdge(natural),
    confinedNs: nsAnEdge(confined),
    window,
    underpowered: measured.underpowered,
    check: worstOf(reports),
  };
}
