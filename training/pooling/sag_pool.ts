/**
 * Self-attention pooling (Lee, Lee and Kang, "Self-attention graph pooling", ICML 2019): a graph convolution
 * scores the vertices, the best of each graph are kept, and their rows are scaled by their scores.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { UsageError } from "../../platform/errors.ts";
import { graphConvolution } from "../layers/graph_convolution.ts";
import type { Backward } from "../layers/layer.ts";
import type { ProgramBuilder } from "../program/program_builder.ts";
import type { Sequence, StepEmitter } from "../program/step_emitter.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../program/tensor.ts";
import type { BoundOperands } from "./bound_operands.ts";
import {
  emitReadout,
  type Readout,
  readoutGradient,
  type ReadoutOperands,
  readoutOperands,
} from "./readout.ts";
import type { Selection } from "./selection.ts";

/** Input of a pooling level. */
export interface PoolingLevel {
  /** Normalised, symmetric adjacency: the blocks of all graphs. */
  readonly adjacency: Required<CsrMatrix>;
  /** Vertices that the level keeps; absent where its scores are to decide that. */
  readonly selection?: Selection;
}

interface LevelOperands {
  readonly adjacency: SparseOperand;
  readonly kept?: IndexOperand;
  readonly readout?: ReadoutOperands;
}

/** Gradients of a level's results: its readout, and the rows for the level above where there is one. */
export interface LevelGradient {
  /** Gradient of the readout. */
  readonly readout: Readout;
  /** Gradient of the kept rows. */
  readonly pooled?: Tensor;
}

/** Emitted level. */
export interface EmittedLevel {
  /** Scores before tanh, `vertices x 1`. */
  readonly scores: Tensor;
  /** Rows of the kept vertices; absent without a selection. */
  readonly pooled?: Tensor;
  /** Readout, one row a graph; absent without a selection. */
  readonly readout?: Readout;
  /** Emits the backward steps; returns the gradient of the level's input where there is a level below. */
  backward(gradient: LevelGradient): Tensor | undefined;
}

/** Levels of a model, one above the other, with operands that both sequences of a program share. */
export class SagPooling {
  readonly #builder: ProgramBuilder;
  readonly #operands: readonly LevelOperands[];
  readonly #width: number;

  /** Makes the operands of every level known so far. `width` is that of all convolutions. */
  constructor(
    builder: ProgramBuilder,
    operands: BoundOperands,
    { levels, width }: { readonly levels: readonly PoolingLevel[]; readonly width: number },
  ) {
    this.#builder = builder;
    this.#width = width;
    this.#operands = levels.map(({ adjacency, selection }, i) => ({
      adjacency: operands.sparse(`${levelLabel(i)} adjacency`, adjacency),
      ...(selection
        ? {
          kept: operands.index(`${levelLabel(i)} kept vertices`, selection.kept),
          readout: readoutOperands(operands, levelLabel(i), selection.offsets),
        }
        : {}),
    }));
  }

  /** Emits the levels' forward steps. */
  emit(sequence: Sequence, features: Tensor): readonly EmittedLevel[] {
    const emitted: EmittedLevel[] = [];
    let x: Tensor | undefined = features;
    for (let i = 0; i < this.#operands.length; i++) {
      if (x === undefined) throw unselectedError(i);
      const level = this.#emitLevel(i, { sequence, x });
      emitted.push(level);
      x = level.pooled;
    }
    return emitted;
  }

  #emitLevel(
    at: number,
    { sequence, x }: { readonly sequence: Sequence; readonly x: Tensor },
  ): EmittedLevel {
    const label = levelLabel(at), { adjacency: matrix, kept, readout: ends } = this.#operands[at];
    const steps = (layer: string, pass: "forward" | "backward") =>
      this.#builder.steps(sequence, { layer, pass });
    const adjacency = { matrix, transposed: matrix };
    const hidden = graphConvolution({
      label: `${label} convolution`,
      width: this.#width,
      negativeSlope: 0,
      bias: true,
    });
    const attention = graphConvolution({ label: `${label} attention`, width: 1, bias: true });
    const convolved = hidden.forward(steps(hidden.label, "forward"), {
      features: x,
      adjacency,
      inputGradient: at > 0,
    });
    const scored = attention.forward(steps(attention.label, "forward"), {
      features: convolved.features,
      adjacency,
      inputGradient: true,
    });
    const rows = convolved.features as Tensor, scores = scored.features as Tensor;
    const backwardOf = (backward: Backward | undefined, layer: string, tensor: Tensor) =>
      backward!(steps(layer, "backward"), { tensor })?.tensor;
    if (!kept || !ends) {
      return {
        scores,
        backward: () => {
          throw unselectedError(at + 1);
        },
      };
    }

    const forward = steps(label, "forward");
    const keptRows = forward.emit("kept rows", { op: "gather-rows", index: kept, x: rows });
    const keptScores = forward.emit("kept scores", { op: "gather-rows", index: kept, x: scores });
    const pooled = forward.emit("pooled", { op: "tanh-gate", x: keptRows, scores: keptScores });
    return {
      scores,
      pooled,
      readout: emitReadout(forward, pooled, ends),
      backward: ({ readout, pooled: fromAbove }) => {
        const back = steps(label, "backward");
        const read = readoutGradient(back, readout, { ...ends, x: pooled });
        const gradient = fromAbove ? sum(back, read, fromAbove) : read;
        const ofRows = back.emit("kept rows gradient", { op: "tanh-gate", x: gradient, scores: keptScores });
        const ofScores = back.emit("kept scores gradient", {
          op: "tanh-gate-gradient",
          x: keptRows,
          scores: keptScores,
          gradient,
        });
        const place = (name: string, x: Tensor): Tensor =>
          back.emit(name, { op: "scatter-rows", index: kept, rows: rows.rows, x });
        const throughScores = backwardOf(
          scored.backward,
          attention.label,
          place("scores gradient", ofScores),
        )!;
        const ofHidden = sum(back, place("rows gradient", ofRows), throughScores);
        return backwardOf(convolved.backward, hidden.label, ofHidden);
      },
    };
  }
}

function levelLabel(at: number): string {
  return `level ${at + 1}`;
}

function sum(steps: StepEmitter, x: Tensor, y: Tensor): Tensor {
  return steps.emit("gradient sum", { op: "add", alpha: 1, x, beta: 1, y });
}

function unselectedError(levels: number): UsageError {
  return new UsageError({
    action: `emit level ${levels} of a pooling model`,
    current: "a level whose vertices are not selected yet",
    wanted: "a selection for all levels but the last, and for that too where there is a backward pass",
    next: "run the program of its scores, and select by them",
  });
}
