/**
 * Program of one product `Y = A X`, which can be partitioned like any other.
 *
 * @module
 */
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { assertSquare } from "../../graph/square.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { PartitionedProgram } from "./rank_share.ts";

/** Operands of a product. */
export interface WholeProduct {
  /** Sparse matrix A, `n x n`. */
  readonly matrix: CsrMatrix;
  /** Dense matrix X, `n x width`, row-major. */
  readonly features: Float32Array;
  /** Number f of columns of X. */
  readonly width: number;
}

/**
 * Builds the program of a product; its scores are Y.
 *
 * @throws {ReproError} for a matrix that is not square.
 * @example
 * ```ts
 * import { csrFromEdges, gcnNormalise, openWasmDevice, randomFeatures } from "gnn-repro";
 * import { OneProcess, PartitionedExecutor, productProgram } from "gnn-repro/distributed";
 * const source = Uint32Array.from({ length: 64 }, (_, v) => v), target = source.map((v) => (5 * v + 1) % 64);
 * const matrix = gcnNormalise(csrFromEdges({ vertices: 64, source, target }));
 * const product = productProgram({ matrix, features: randomFeatures(64, 16, 1), width: 16 });
 * const device = openWasmDevice({ threads: 1 }), scheme = { ranks: 4, replication: 1 };
 * const run = await PartitionedExecutor.openWhole(device, { ...product, scheme }, new OneProcess(4));
 * await run.evaluate();
 * const y = await run.read(product.program.scores);
 * if (y.length !== 64 * 16) throw new Error("a row a vertex, wherever it was computed");
 * run.close();
 * device.close();
 * ```
 */
export function productProgram(
  { matrix, features, width }: WholeProduct,
): Pick<PartitionedProgram, "program" | "bindings" | "vertices"> {
  assertSquare(matrix, "partition a product");
  const { rows: vertices, values } = matrix;
  const builder = new ProgramBuilder({ seed: 0 });
  const x = builder.tensor("input", "x", { rows: vertices, cols: width });
  const operand = builder.sparse("matrix", {
    rows: vertices,
    cols: vertices,
    nnz: nnz(matrix),
    weighted: values !== undefined,
  });
  const y = builder.steps("evaluate", { layer: "product", pass: "forward" })
    .emit("y", { op: "spmm", matrix: operand, x });
  return {
    program: builder.buildInference(y),
    bindings: { sparse: new Map([[operand, matrix]]), indices: new Map(), inputs: new Map([[x, features]]) },
    vertices,
  };
}
