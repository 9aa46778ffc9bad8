/**
 * A product on the ranks of a partition scheme, compared with the oracle.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { OneProcess, PartitionedExecutor, productProgram } from "../../../distributed/spmm/mod.ts";
import { inversePermutation } from "../../../graph/permutation.ts";
import { permuteFeatures, permuteSymmetric } from "../../../graph/permute.ts";
import { checkOutput } from "../../../kernels/checks/check_output.ts";
import { spmm } from "../../../kernels/spmm/mod.ts";
import { RandomStream } from "../../../platform/random.ts";
import { repeatedUniform } from "../../../platform/repeated_uniform.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { naturalOperands } from "../../trials/ordered_graph.ts";
import { CHECKED_WORK } from "../../trials/step_bounds.ts";
import { type CheckedRanks, wrongRanks } from "./rank_runner.ts";
import type { PaperScheme } from "./schemes.ts";
import { type ScopedOrdering, scopedPermutation } from "./scoped_orderings.ts";

/** Multiply-adds about which the rows of a large product's check cost: a figure opens a hundred products. */
const PRODUCT_CHECK = CHECKED_WORK / 5;
/** The same of a check after timing. */
const PRODUCT_RECHECK = 2e5;

/** A product that ran once and was compared with the oracle. */
export interface SchemeProduct extends CheckedRanks {
  /** Bytes that each rank received in the first product. */
  readonly receivedBytes: readonly number[];
  /** Time of the ordering; absent where nothing is reordered. */
  readonly ordering?: CheckedTimes;
}

/** Ranks, matrix and width of a product. */
export interface ProductSetting {
  /** Scheme that the product is partitioned by. */
  readonly scheme: PaperScheme;
  /** Ordering of the adjacency. */
  readonly ordering: ScopedOrdering;
  /** Columns of the features. */
  readonly width: number;
}

/**
 * A product ready to be timed.
 *
 * @throws {WrongResultError} where it is not the oracle's.
 */
export async function openRightProduct(
  lab: Lab,
  dataset: LoadedDataset,
  setting: ProductSetting,
): Promise<SchemeProduct> {
  const product = await openProduct(lab, dataset, setting);
  if (product.check.ok) return product;
  product.run.close();
  throw wrongProduct(setting);
}

/**
 * The product of a dataset's normalised adjacency under an ordering, on the ranks of a scheme. Its rows are
 * compared in the dataset's own numbering: under any ordering it has to be the same product.
 */
export async function openProduct(
  lab: Lab,
  dataset: LoadedDataset,
  setting: ProductSetting,
): Promise<SchemeProduct> {
  const { device, seed } = lab, { scheme, ordering, width } = setting;
  const permutation = await scopedPermutation(lab, dataset, { scheme, ordering });
  const natural = await naturalOperands(lab, dataset, width);
  const { matrix } = natural, perm = permutation?.perm;
  const relabelled = (rows: Float32Array) => perm ? permuteFeatures(rows, width, perm) : rows;
  const whole = productProgram({
    matrix: perm ? permuteSymmetric(matrix, perm) : matrix,
    features: relabelled(natural.features),
    width,
  });
  const { program: { scores }, bindings } = whole;
  const [x] = bindings.inputs.keys();
  const set = new OneProcess(scheme.ranks);
  const kernels = { spmm: { id: "row-split" } };
  const run = await PartitionedExecutor.openWhole(device, { ...whole, scheme, kernels }, set);
  const inverse = perm && inversePermutation(perm);
  const compare = async (features: Float32Array, draw: number, sampledWork: number) => {
    run.write(scores, new Float32Array(features.length).fill(NaN));
    await run.evaluate();
    const product = await run.read(scores);
    const rows = inverse ? permuteFeatures(product, width, inverse) : product;
    const options = { seed: draw, exhaustiveWork: CHECKED_WORK, sampledWork };
    return checkOutput(spmm, { matrix, features, width }, rows, options);
  };
  try {
    const check = await compare(natural.features, seed, PRODUCT_CHECK);
    return {
      run,
      check,
      receivedBytes: [...set.receivedBytes],
      ...(permutation && { ordering: permutation.cost }),
      recheck: async () => {
        const fresh = repeatedUniform(matrix.rows * width, new RandomStream(seed, "inputs after timing"));
        run.write(x, relabelled(fresh));
        if (!(await compare(fresh, seed + 1, PRODUCT_RECHECK)).ok) throw wrongProduct(setting);
      },
    };
  } catch (error) {
    run.close();
    throw error;
  }
}

const wrongProduct = ({ scheme, ordering }: ProductSetting) =>
  wrongRanks(`${scheme.label}, ${ordering.label}`, "another product than the oracle has");
