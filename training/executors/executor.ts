/**
 * Interface of executors: the oracle in float64, or a device with its kernels.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";

/** Executor of a program. Parameters begin as 0 until they are written. */
export interface Executor {
  /** Copies row-major numbers to a tensor: parameters at the start, inputs that change. */
  write(tensor: Tensor, data: HostNumbers): void;
  /**
   * Reads a tensor, row-major, after all work. Activations and gradients are valid until their memory serves
   * another tensor.
   */
  read(tensor: Tensor): Promise<HostNumbers>;
  /**
   * Runs training step number `step`, counted from 1, which determines the dropout masks and Adam's
   * corrections. Queued work on a GPU.
   */
  train(step: number): void;
  /**
   * Runs a training step as {@linkcode Executor.train} does, one operation at a time: `visit` is called after
   * each, when its output can be read. Absent where every tensor keeps its numbers to the end of the step.
   */
  trace?(step: number, visit: (step: Step) => Promise<void>): Promise<void>;
  /** Computes the scores without dropout. Queued work on a GPU. */
  evaluate(): void;
  /** Waits for all work. */
  finish(): Promise<void>;
  /** Frees all memory. */
  close(): void;
}
