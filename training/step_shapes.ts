/**
 * The shape that each operation's result has, and the shapes that its operands must have for it.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import type { IndexOperand, SparseOperand, StepOperation, StepTruth, Tensor } from "./program.ts";

/** Field of each operation that holds its result, of those whose result has a shape that follows from the operands. */
export const RESULT_FIELDS = {
  "spmm": "y",
  "path-spmm": "y",
  "gemm": "c",
  "activation": "y",
  "activation-gradient": "to",
  "column-sum": "y",
  "add": "to",
  "gather-rows": "y",
  "gather-entries": "y",
  "gate": "y",
  "gate-gradient": "to",
  "segment-max": "y",
  "segment-max-gradient": "to",
  "block-diagonal": "y",
  "block-diagonal-gradient": "to",
  "edge-softmax": "y",
  "edge-softmax-gradient": "to",
  "head-spmm": "y",
  "head-sddmm": "y",
  "entry-sums": "to",
  "cross-entropy": "losses",
  "cross-entropy-gradient": "to",
} as const;

/**
 * An operation without its result, whose shape follows from the operands. (That of `scatter-rows` does not, and `adam` works
 * in place.)
 */
export type UnwrittenOperation = {
  [Op in keyof typeof RESULT_FIELDS]: Omit<
    Extract<StepOperation, { readonly op: Op }>,
    (typeof RESULT_FIELDS)[Op]
  >;
}[keyof typeof RESULT_FIELDS];

/** Rows and columns. */
export interface TensorShape {
  /** Rows. */
  readonly rows: number;
  /** Columns. */
  readonly cols: number;
}

/** `weight 4 x 3`. */
export function shapeText({ label, rows, cols }: TensorShape & { readonly label: string }): string {
  return `${label} ${rows} x ${cols}`;
}

/** The operation with the tensor that it writes. */
export function withResult(operation: UnwrittenOperation, result: Tensor): StepOperation {
  // The field is the one that was left out of this very operation; TypeScript does not follow computed keys.
  return { ...operation, [RESULT_FIELDS[operation.op]]: result } as unknown as StepOperation;
}

/** A matrix whose entries have a number for each head. */
interface HeadedMatrix {
  readonly matrix: SparseOperand;
  readonly heads: number;
}

/** Compares operands on behalf of an action, which its errors name. */
class OperandCheck {
  readonly #action: string;

  constructor(action: string) {
    this.#action = action;
  }

  that(holds: boolean, operand: TensorShape & { readonly label: string }, wanted: string): void {
    if (holds) return;
    throw new UsageError({
      action: this.#action,
      current: shapeText(operand),
      wanted,
      next: "compare the widths of neighbouring layers, and the adjacency with the rows of its features",
    });
  }

  same(a: Tensor, b: Tensor): void {
    this.that(a.rows === b.rows && a.cols === b.cols, b, `the shape of ${shapeText(a)}`);
  }

  bias(bias: Tensor | undefined, cols: number): void {
    if (bias) this.that(bias.rows === 1 && bias.cols === cols, bias, `1 x ${cols}, a number for each column`);
  }

  scores(scores: Tensor, x: Tensor): void {
    this.that(scores.rows === x.rows && scores.cols === 1, scores, `${x.rows} x 1, a score for each row`);
  }

  /** Columns that belong to heads: as many for each. */
  heads(heads: number, x: Tensor): void {
    this.that(heads >= 1 && x.cols % heads === 0, x, `a multiple of ${heads} columns, as many for each head`);
  }

  perVertex(scores: Tensor, { matrix, heads }: HeadedMatrix): void {
    const { rows, cols } = matrix;
    this.that(rows <= cols, matrix, `at most ${cols} rows, which are the first columns`);
    this.that(scores.rows === cols && scores.cols === 2 * heads, scores, `${cols} x ${2 * heads}`);
  }

  perEntry(entries: Tensor, { matrix: { nnz }, heads }: HeadedMatrix): void {
    const wanted = `${nnz} x ${heads}, a number for each entry and head`;
    this.that(entries.rows === nnz && entries.cols === heads, entries, wanted);
  }

  order({ label, length }: IndexOperand, { nnz }: SparseOperand): void {
    this.that(length === nnz, { label, rows: length, cols: 1 }, `${nnz} x 1, a place for each entry`);
  }

  truth(truth: StepTruth, weights: Tensor, logits: Tensor): void {
    const { rows } = logits;
    this.that(weights.rows === 1 && weights.cols === rows, weights, `1 x ${rows}, a weight for each row`);
    if ("targets" in truth) return this.same(logits, truth.targets);
    const { label, length } = truth.labels;
    this.that(length === rows, { label, rows: length, cols: 1 }, `${rows} x 1, a label for each row`);
  }
}

/**
 * The shape of an operation's result.
 *
 * @param action What is being done, for the error: `emit gemm in layer 1`.
 * @throws {UsageError} naming the action and the operand that does not go with the others.
 */
export function inferShape(action: string, operation: UnwrittenOperation): TensorShape {
  const check = new OperandCheck(action);
  switch (operation.op) {
    case "spmm": {
      const { matrix, values, x } = operation;
      check.that(x.rows === matrix.cols, x, `${matrix.cols} rows, to go with ${shapeText(matrix)}`);
      if (values) {
        const { nnz } = matrix;
        check.that(values.rows === 1 && values.cols === nnz, values, `1 x ${nnz}, a number for each entry`);
      }
      return { rows: matrix.rows, cols: x.cols };
    }
    case "path-spmm": {
      const { matrix, path, targets, sources, x } = operation;
      check.that(x.rows === matrix.cols, x, `${matrix.cols} rows, to go with ${shapeText(matrix)}`);
      const wanted = `${targets.length} x ${sources.length}, to go with its lists of vertices`;
      check.that(path.rows === targets.length && path.cols === sources.length, path, wanted);
      return { rows: matrix.rows, cols: x.cols };
    }
    case "gemm": {
      const { form, a, b, epilogue } = operation;
      const [rows, inner] = form === "tn" ? [a.cols, a.rows] : [a.rows, a.cols];
      const [other, cols] = form === "nt" ? [b.cols, b.rows] : [b.rows, b.cols];
      const side = form === "nt" ? "columns" : "rows";
      check.that(inner === other, b, `${inner} ${side}, to go with ${shapeText(a)} in form ${form}`);
      check.bias(epilogue?.bias, cols);
      return { rows, cols };
    }
    case "activation":
      check.bias(operation.epilogue.bias, operation.x.cols);
      return operation.x;
    case "activation-gradient":
      check.same(operation.y, operation.gradient);
      return operation.y;
    case "column-sum":
      return { rows: 1, cols: operation.x.cols };
    case "add":
      check.same(operation.x, operation.y);
      return operation.x;
    case "gather-rows":
      return { rows: operation.index.length, cols: operation.x.cols };
    case "gather-entries":
      check.that(operation.x.rows === 1, operation.x, `1 x ${operation.x.cols}, a number for each entry`);
      return { rows: 1, cols: operation.index?.length ?? operation.x.cols };
    case "gate":
      check.scores(operation.scores, operation.x);
      return operation.x;
    case "gate-gradient":
      check.scores(operation.scores, operation.x);
      check.same(operation.x, operation.gradient);
      return operation.scores;
    case "segment-max": {
      const { offsets: { label, length }, x } = operation;
      check.that(length > 0, { label, rows: length, cols: 1 }, "an offset more than there are segments");
      return { rows: length - 1, cols: x.cols };
    }
    case "segment-max-gradient": {
      const { offsets, x, gradient } = operation;
      const segments = offsets.length - 1;
      const wanted = `${segments} x ${x.cols}, a row for each segment`;
      check.that(gradient.rows === segments && gradient.cols === x.cols, gradient, wanted);
      return x;
    }
    case "block-diagonal": {
      const { heads, x } = operation;
      check.that(x.rows === 2, x, `2 x ${x.cols}, a vector for rows and one for columns`);
      check.heads(heads, x);
      return { rows: x.cols, cols: 2 * heads };
    }
    case "block-diagonal-gradient": {
      const { heads, gradient, gradient: { rows, cols } } = operation;
      check.that(cols === 2 * heads, gradient, `${rows} x ${2 * heads}, two numbers for each head`);
      check.that(
        heads >= 1 && rows % heads === 0,
        gradient,
        `a multiple of ${heads} rows, as many for each head`,
      );
      return { rows: 2, cols: rows };
    }
    case "edge-softmax":
      check.perVertex(operation.scores, operation);
      return { rows: operation.matrix.nnz, cols: operation.heads };
    case "edge-softmax-gradient":
      check.perVertex(operation.scores, operation);
      check.perEntry(operation.attention, operation);
      check.perEntry(operation.gradient, operation);
      return operation.attention;
    case "head-spmm": {
      const { matrix, heads, attention, order, x } = operation;
      check.that(x.rows === matrix.cols, x, `${matrix.cols} rows, to go with ${shapeText(matrix)}`);
      check.heads(heads, x);
      if (order) {
        check.order(order, matrix);
        check.that(attention.cols === heads, attention, `${heads} columns, a number for each head`);
      } else check.perEntry(attention, operation);
      return { rows: matrix.rows, cols: x.cols };
    }
    case "head-sddmm": {
      const { matrix, heads, a, b } = operation;
      check.that(a.rows === matrix.rows, a, `${matrix.rows} rows, to go with ${shapeText(matrix)}`);
      check.that(b.rows === matrix.cols && b.cols === a.cols, b, `${matrix.cols} x ${a.cols}`);
      check.heads(heads, a);
      return { rows: matrix.nnz, cols: heads };
    }
    case "entry-sums": {
      const { matrix, transposed, order, heads, entries } = operation;
      const { rows, cols, nnz } = transposed;
      const fits = rows === matrix.cols && cols === matrix.rows && nnz === matrix.nnz;
      check.that(fits, transposed, `${matrix.cols} x ${matrix.rows} with ${matrix.nnz} entries`);
      check.order(order, matrix);
      check.perEntry(entries, operation);
      return { rows: matrix.cols, cols: 2 * heads };
    }
    case "cross-entropy":
    case "cross-entropy-gradient": {
      const { logits, truth, weights } = operation;
      check.truth(truth, weights, logits);
      return { rows: logits.rows, cols: operation.op === "cross-entropy" ? 1 : logits.cols };
    }
    default:
      throw operation satisfies never;
  }
}

/**
 * Compares the operands and the result of a whole operation.
 *
 * @param action What is being done, for the error.
 * @throws {UsageError} naming the action and the operand that does not go with the others.
 */
export function checkShapes(action: string, operation: StepOperation): void {
  const check = new OperandCheck(action);
  if (operation.op === "adam") {
    const { parameter, gradient, firstMoment, secondMoment } = operation;
    for (const other of [gradient, firstMoment, secondMoment]) check.same(parameter, other);
  } else if (operation.op === "scatter-rows") {
    const { index, x, y } = operation;
    check.that(x.rows === index.length, x, `${index.length} rows, to go with ${index.label}`);
    check.that(y.cols === x.cols && y.rows >= x.rows, y, `${x.cols} columns and at least ${x.rows} rows`);
  } else {
    const { rows, cols } = inferShape(action, operation);
    const result = (operation as unknown as Record<string, Tensor>)[RESULT_FIELDS[operation.op]];
    check.that(result.rows === rows && result.cols === cols, result, `${rows} x ${cols}`);
  }
}
