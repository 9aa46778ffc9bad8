/**
 * Messages between the author's loop and the process of a kernel's version: one line of JSON each way.
 *
 * @module
 */
import { z } from "zod";

/** Subject of a version: a kernel on a product. */
export interface VersionSubject {
  /** Operation of the kernel. */
  readonly operation: string;
  /** Id of the kernel within the operation. */
  readonly kernel: string;
  /** File of a user's kernel, where it is not one of ours; its id is then that of the contender. */
  readonly file?: string | undefined;
  /** Values of its parameters; defaults where left out. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Name of a dataset, or path of a file with a graph. */
  readonly graph: string;
  /** Columns of the features. */
  readonly width: number;
  /** Name of the profile, which limits the graph. */
  readonly profile: string;
  /** Kind of device: `auto`, `webgpu`, `x86` or `wasm`. */
  readonly device: string;
  /** CPU threads. */
  readonly threads: number;
  /** Seed of features and checks. */
  readonly seed: number;
  /** Folder that is searched first for datasets. */
  readonly dataDir?: string | undefined;
}

/** Any reply: what was asked for, or why it failed. */
export const replySchema = z.union([
  z.object({ done: z.unknown() }),
  z.object({
    failed: z.string(),
    // Parts of the message, for an error of the harness.
    parts: z.object({ action: z.string(), current: z.string(), wanted: z.string(), next: z.string() })
      .optional(),
  }),
]);

/** Any reply. */
export type Reply = z.infer<typeof replySchema>;

/** Reply to `open`: the device, and what a caller needs to time the kernel. */
export const openedSchema = z.object({
  backend: z.enum(["wasm", "x86", "webgpu"]),
  adapterKind: z.enum(["hardware", "software", "none"]),
  name: z.string(),
  kernel: z.string(),
  graph: z.string(),
  note: z.string(),
  leastSampleMs: z.number(),
  multiplyAdds: z.number(),
  compulsoryBytes: z.number(),
});

/** Reply to `open`. */
export type Opened = z.infer<typeof openedSchema>;

/** Reply to `check`. JSON has no NaN: a number that is not finite is a string. */
export const checkedSchema = z.object({
  ok: z.boolean(),
  checkedRows: z.number(),
  worst: z.object({
    row: z.number(),
    col: z.number().optional(),
    got: z.union([z.number(), z.string()]),
    wanted: z.number(),
    share: z.union([z.number(), z.string()]),
  }).optional(),
});

/** Reply to `check`: the worst entry, with its error over the tolerance. */
export type Checked = z.infer<typeof checkedSchema>;

/** Reply to `time`: milliseconds of the calls. */
export const timedSchema = z.object({ ms: z.number().nonnegative() });

/** Reply to `roofline`. */
export const rooflineSchema = z.object({
  bandwidthGBs: z.number().positive(),
  gflops: z.number().positive(),
});
