/**
 * What runs a program: the oracle in float64, or a device with its kernels.
 *
 * @module
 */
import type { HostNumbers } from "../../kernels/operation.ts";
import type { Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";

/** A program at work. Parameters begin as 0 until they are written. */
export interface Executor {
  /** Copies row-major numbers into a tensor: parameters at the start, inputs that change. */
  write(tensor: Tensor, data: HostNumbers): void;
  /**
   * Copies a tensor back, row-major, after all work. Activations and gradients hold until their memory serves
   * another.
   */
  read(tensor: Tensor): Promise<HostNumbers>;
  /**
   * Training step number `step`, counted from 1: it picks the dropout masks and Adam's corrections. Queued
   * work on a GPU.
   */
  train(step: number): void;
  /**
   * As {@linkcode Executor.train}, one operation at a time: `visit` is called after each, when what it wrote
   * can be read. Absent where every tensor keeps its numbers to the end of the step.
   */
  trace?(step: number, visit: (step: Step) => Promise<void>): Promise<void>;
  /** Computes the scores without dropout. Queued work on a GPU. */
  evaluate(): void;
  /** Waits for all work. */
  finish(): Promise<void>;
  /** Returns all memory. */
  close(): void;
}
