/**
 * Partitioning of a program's tensors: by vertices, replicated on every rank, or summed over ranks.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Program, Step } from "../../training/program/program.ts";
import type { IndexOperand, Tensor } from "../../training/program/tensor.ts";

/** Partitioning of the operands of a program whose vertices are distributed over ranks. */
export interface RowPartition {
  /** Number n of vertices. */
  readonly vertices: number;
  /** Tensors with one row a vertex: a rank has its own rows. */
  readonly byRows: ReadonlySet<Tensor>;
  /** Tensors of `1 x n` with one column a vertex: the weights of the loss. */
  readonly byColumns: ReadonlySet<Tensor>;
  /** Index operands with one index a vertex: labels. */
  readonly lists: ReadonlySet<IndexOperand>;
  /**
   * Results that each rank computes for its own vertices and that are summed: the loss, gradients of
   * parameters.
   */
  readonly summed: ReadonlySet<Tensor>;
}

/**
 * Derives the partitioning by following the rows of the vertices through a program: from inputs with n rows,
 * by each step.
 *
 * @throws {UsageError} for a step that cannot be partitioned by rows: dropout, whose masks depend on row
 * numbers; sparse features; attention.
 */
export function rowPartition(program: Program, vertices: number): RowPartition {
  const byRows = new Set(
    program.tensors.filter(({ kind, rows }) => kind === "input" && rows === vertices),
  );
  const byColumns = new Set<Tensor>(), lists = new Set<IndexOperand>(), summed = new Set<Tensor>();
  for (const step of [...program.train, ...program.evaluate]) {
    follow(step, { byRows, byColumns, lists, summed });
  }
  return { vertices, byRows, byColumns, lists, summed };
}

interface Growing {
  readonly byRows: Set<Tensor>;
  readonly byColumns: Set<Tensor>;
  readonly lists: Set<IndexOperand>;
  readonly summed: Set<Tensor>;
}

function follow(step: Step, { byRows, byColumns, lists, summed }: Growing): void {
  const require = (holds: boolean, why: string) => {
    if (!holds) throw unfit(step, why);
  };
  switch (step.op) {
    case "spmm":
      require(byRows.has(step.x) && !step.values, "a sparse product with something else than the vertices");
      byRows.add(step.out);
      return;
    case "gemm":
      require(!step.epilogue?.dropout, "dropout");
      if (step.form === "tn") {
        require(byRows.has(step.a) && byRows.has(step.b), "a product over other rows than the vertices'");
        summed.add(step.out);
      } else {
        require(byRows.has(step.a) && !byRows.has(step.b), "a product of other rows than the vertices'");
        byRows.add(step.out);
      }
      return;
    case "activation":
      require(byRows.has(step.x) && !step.epilogue.dropout, "dropout, or rows that are no vertices'");
      byRows.add(step.out);
      return;
    case "activation-gradient":
      require(byRows.has(step.gradient) && !step.epilogue.dropout, "dropout, or rows that are no vertices'");
      byRows.add(step.out);
      return;
    case "add":
      require(byRows.has(step.x) && byRows.has(step.y), "a sum of other rows than the vertices'");
      byRows.add(step.out);
      return;
    case "column-sum":
      require(byRows.has(step.x), "a sum over other rows than the vertices'");
      summed.add(step.out);
      return;
    case "cross-entropy":
    case "cross-entropy-gradient":
      require(byRows.has(step.logits), "a loss of other rows than the vertices'");
      byColumns.add(step.weights);
      if ("labels" in step.truth) lists.add(step.truth.labels);
      byRows.add(step.out);
      return;
    case "adam":
      return;
    default:
      throw unfit(step, "an operation that is not cut by rows");
  }
}

function unfit({ op, layer }: Step, current: string): UsageError {
  return new UsageError({
    action: `share ${op} of ${layer} among ranks`,
    current,
    wanted: "layers of a GCN on dense features, without dropout",
    next: "take gcn({ classes, hidden }) and dense features",
  });
}
