/**
 * Options of a training, as they are typed.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import type { RankEngine } from "../../distributed/communicator/communicator.ts";
import type { WebGpuChoice } from "../../hardware/open_device.ts";
import type { HaloPolicyName } from "../../distributed/training/halo_policy.ts";
import type { ModelName } from "../../training/runs/model_settings.ts";

/** Folder of folders of trainings where none is named. */
export const TRAININGS = fileURLToPath(new URL("../../results/trainings", import.meta.url));

/** Policies for halo vertices. */
export const HALO_POLICIES = ["aep", "drop", "exact", "distdgl"] as const satisfies readonly HaloPolicyName[];

/** Options of a training. Those with a default have been given it. */
export interface TrainOptions {
  /** Name of the dataset or of a stand-in, or a user's file. */
  readonly graph: string;
  /** Name of the model. */
  readonly model: ModelName;
  /** Number of ranks. */
  readonly ranks?: number;
  /** Carrier of the ranks' messages. */
  readonly engine?: RankEngine;
  /** Folder of a partition. */
  readonly partition?: string;
  /** Policy for halo vertices. */
  readonly policy?: HaloPolicyName;
  /** Iterations from a push to its use. */
  readonly delay?: number;
  /** Most vertices of a push. */
  readonly pushLimit?: number;
  /** Whether every epoch is one step over the whole graph. */
  readonly fullBatch?: boolean;
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize?: number;
  /** Neighbours drawn a layer. */
  readonly fanouts?: readonly number[];
  /** Number of layers that aggregate. */
  readonly layers?: number;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Seconds that a rank waits for others before it ends the job. */
  readonly stall?: number;
  /** Number of epochs. */
  readonly epochs: number;
  /** Learning rate of Adam. */
  readonly learningRate: number;
  /** Number of epochs from one scoring to the next. */
  readonly evaluateEvery: number;
  /** Width of random features that replace the publisher's. */
  readonly width?: number;
  /** Number of classes of random labels, for a graph without labels. */
  readonly classes?: number;
  /** Whether both directions of every edge of a file are stored. */
  readonly symmetrise?: boolean;
  /** Kind of device. */
  readonly device: string;
  /** Implementation of WebGPU; `auto` when absent. */
  readonly webgpu?: WebGpuChoice;
  /** CPU threads of a device. */
  readonly threads?: number;
  /** Cap on device memory, in bytes. */
  readonly deviceMemory?: number;
  /** Number of the adapter. */
  readonly adapter?: number;
  /** Folder of real datasets. */
  readonly dataDir?: string;
  /** Whether a stand-in may not replace a missing dataset. */
  readonly strictData?: boolean;
  /** Seed of every random choice. */
  readonly seed: number;
  /** Folder of folders of trainings. */
  readonly out: string;
  /** Whether nothing is printed before the end. */
  readonly quiet?: boolean;
  /** Command line as typed, for the record. */
  readonly command?: readonly string[];
  /** Signal that ends the training; whole epochs stay. */
  readonly signal?: AbortSignal;
}
