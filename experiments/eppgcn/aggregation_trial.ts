/**
 * The backward aggregations of an epoch and nothing else as a trial: one product a layer, one after the
 * other.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { type CheckReport, worstOf } from "../../kernels/checks/check_report.ts";
import { hostDigest } from "../../kernels/checks/host_digest.ts";
import { kernelName, type ParameterValues } from "../../kernels/kernel.ts";
import type { PathSpmmProblem } from "../../kernels/path_spmm/mod.ts";
import type { AnyOperandsOf } from "../../kernels/operation.ts";
import { type AnyTimedOperation, findKernel, findTimedOperation } from "../../kernels/registry.ts";
import type { SpmmProblem } from "../../kernels/spmm/spmm.ts";
import { type StagedKernel, stageKernel } from "../../kernels/staged_kernel.ts";
import { checkPlan } from "../../kernels/checks/plan_check.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { type Lab, NO_DATASET } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import { operandSets } from "../trials/operand_sets.ts";
import { RotatingPlans } from "../trials/rotating_plans.ts";
import { sharedReferences } from "../trials/shared_references.ts";
import { randomFeatures } from "../../kernels/random_features.ts";
import type { GroupedProduct } from "./grouped_product.ts";

/** One layer's product. */
export interface AggregationProduct {
  /** `spmm` where gradients have the rows of the matrix alone, `path-spmm` where they have one a vertex. */
  readonly operation: "spmm" | "path-spmm";
  /** Matrix, features and width of the product. */
  readonly problem: SpmmProblem | PathSpmmProblem;
  /** Kernel id; the device's backend picks the implementation. */
  readonly kernel: string;
  /** Parameters of the kernel; its defaults where left out. */
  readonly parameters?: ParameterValues;
}

/** A product of random features by neighbour groups. */
export function groupedAggregation(
  { seed }: Pick<Lab, "seed">,
  { matrix, width, groupSize }: GroupedProduct,
  kernel = "neighbor-group",
): AggregationProduct {
  const features = randomFeatures(matrix.cols, width, seed);
  return { operation: "spmm", problem: { matrix, width, features }, kernel, parameters: { groupSize } };
}

interface Prepared {
  readonly product: AggregationProduct;
  readonly staged: StagedKernel<unknown, AnyOperandsOf, AnyTimedOperation>;
}

/**
 * Multiply-adds of a product up to which every row is checked, and about which the rows of a larger one cost:
 * eight graphs are checked by several contenders each. Projections cover the whole of each result all the
 * same.
 */
const CHECKED_WORK = 2e7;

/** Facts of plans that are sums over the layers. */
const COUNTED = ["edges", "edge_tests", "row_tests", "rows_written", "bytes_moved", "groups", "atomics"];

/** Bytes of structure, features and results of a plain product, each use counted. */
function touched({ rowPtr, colIdx, values }: CsrMatrix, width: number): Readonly<Record<string, number>> {
  const rows = rowPtr.length - 1, edges = colIdx.length;
  return {
    edges,
    rows_written: rows,
    bytes_moved: edges * (4 + (values ? 4 : 0) + 4 * width) + rows * (4 + 4 * width),
  };
}

function summedFacts(prepared: readonly Prepared[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { staged, product: { operation, problem: { matrix, width } } } of prepared) {
    const facts = { ...(operation === "spmm" ? touched(matrix, width) : {}), ...staged.facts };
    for (const [name, value] of Object.entries(facts)) {
      if (COUNTED.includes(name)) sums[name] = (sums[name] ?? 0) + value;
    }
  }
  return sums;
}

/** Builds the trial. Where operands would stay in the last cache, sets of them rotate from call to call. */
export function aggregationTrial(lab: Lab, products: readonly AggregationProduct[]): Trial {
  const { device, seed } = lab;
  const kernels = products.map(({ operation, kernel }) => findKernel(operation, kernel, device.backend));
  const sizes = products.map(({ problem }) => operandSets(lab, problem));
  const copies = Math.min(...sizes.map((size) => size.copies));
  const works = products.map(({ operation, problem }) => findTimedOperation(operation).work(problem));
  const sum = (of: "multiplyAdds" | "compulsoryBytes" | "bytesWithoutReuse") =>
    sumOf(works, (work) => work[of]);

  let before: readonly string[] | undefined;
  const prepareSet = async (): Promise<readonly Prepared[]> => {
    before ??= products.map(({ problem }) => hostDigest(problem));
    const set: Prepared[] = [];
    try {
      for (const [i, { operation, problem, parameters }] of products.entries()) {
        const staged = await stageKernel(device, problem as unknown, {
          operation: findTimedOperation(operation),
          kernel: kernels[i],
          hostDigest: before[i],
          ...(parameters && { parameters }),
        });
        set.push({ product: products[i], staged });
      }
      return set;
    } catch (error) {
      release(set);
      throw error;
    }
  };
  const release = (set: readonly Prepared[]) => set.forEach(({ staged }) => staged.destroy());

  return {
    identity: {
      kernels: kernels.map((kernel, i) => ({
        name: kernelName(kernel),
        source: kernel.source,
        width: products[i].problem.width,
        parameters: products[i].parameters ?? {},
      })),
    },
    bytes: copies * sumOf(sizes, ({ denseBytes, sparseBytes }) => denseBytes + sparseBytes),
    work: {
      multiplyAdds: sum("multiplyAdds"),
      compulsoryBytes: sum("compulsoryBytes"),
      bytesWithoutReuse: sum("bytesWithoutReuse"),
    },
    facts: {},
    prepare: async (extent): Promise<PreparedTrial> => {
      const sets: (readonly Prepared[])[] = [];
      let prepareMs = 0;
      try {
        for (let copy = 0; copy < (extent === "once" ? 1 : copies); copy++) {
          const started = performance.now();
          sets.push(await prepareSet());
          if (copy === 0) prepareMs = performance.now() - started;
        }
      } catch (error) {
        sets.forEach(release);
        throw error;
      }
      const plans = new RotatingPlans(device, sets.map((set) => set.map(({ staged }) => staged)));
      return {
        prepareMs,
        facts: summedFacts(sets[0]),
        run: () => plans.run(),
        check: async () => {
          const reports: CheckReport[] = [];
          const references = await lab.once(sharedReferences, NO_DATASET, {});
          const bounds = { seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK, references };
          for (const { staged } of sets[0]) reports.push(await checkPlan(device, staged, bounds));
          return worstOf(reports);
        },
        recheck: (seed) => plans.recheck(seed),
        renew: (seed) => plans.renew(seed),
        destroy: () => sets.splice(0).forEach(release),
      };
    },
  };
}
