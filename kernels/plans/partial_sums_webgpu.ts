/**
 * Second pass of kernels that split a row's sum over several work items: adds up their partial sums, in a
 * fixed order.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { Needs } from "../kernel.ts";
import type { PanelPair } from "./panel_pairs_webgpu.ts";
import type { Launch, WebGpuPlanBuilder } from "./plan_webgpu.ts";
import { type ItemChunk, SHARED_WORDS } from "./work_items_webgpu.ts";
import source from "./partial_sums.wgsl" with { type: "text" };

/** WGSL of the second pass, part of the source of every kernel that uses it. */
export const partialSumsSource: string = source;

const WORKGROUP = 128;
const LANES = 16;
/** Shortest list of partial sums that several workers share: sharing costs two barriers per row. */
const LONG_LIST = 16;
/** Most bytes of scratch memory: more would not run faster, but leave less memory for operands. */
const SCRATCH_BYTES = 2 ** 28;

/** Needs of the second pass; a kernel needs the larger of these and its own. */
const partialSumsNeeds = {
  workgroupBytes: WORKGROUP * 16,
  workgroupInvocations: WORKGROUP,
  storageBindings: 3,
} satisfies Needs;

/** Componentwise maximum of a kernel's own needs and those of its second pass. */
export function withPartialSums(own: Needs): Needs {
  const max = (what: keyof typeof partialSumsNeeds) => Math.max(own[what], partialSumsNeeds[what]);
  return {
    ...own,
    workgroupBytes: max("workgroupBytes"),
    workgroupInvocations: max("workgroupInvocations"),
    storageBindings: max("storageBindings"),
  };
}

/**
 * Number of partial sums (of `span` rows of `vectors` vectors) that the scratch memory of one chunk may hold.
 */
export function partialLimit(device: WebGpuDevice, vectors: number, span = 1): number {
  const bytes = Math.min(device.limits.bindingBytes, SCRATCH_BYTES);
  return Math.max(1, Math.floor(bytes / (16 * span * Math.max(1, vectors))));
}

/**
 * Reserves partial sums of `span` rows, at least one, for the chunk that needs most; all chunks and pairs of
 * panels use them in turn.
 */
export function reservePartials(
  { reserve }: Pick<WebGpuPlanBuilder, "reserve">,
  chunks: readonly Pick<ItemChunk, "partials">[],
  { vectors, span = 1 }: { readonly vectors: number; readonly span?: number },
): WebGpuBuffer {
  const most = chunks.reduce((max, { partials }) => Math.max(max, partials), 1);
  return reserve("partial sums", Math.max(16, most * span * vectors * 16));
}

/** Shared targets of a chunk on the adapter: those with few partial sums, and those with many. */
export interface DeviceShares {
  /** Lists of shared targets, four words per target. */
  readonly lists: readonly {
    readonly buffer: WebGpuBuffer;
    readonly targets: number;
    readonly partials: number;
    readonly workers: number;
  }[];
}

/** Copies a chunk's shared targets to the adapter. */
export function uploadShares(
  { upload }: Pick<WebGpuPlanBuilder, "upload">,
  { shared }: Pick<ItemChunk, "shared">,
): DeviceShares {
  const short: number[] = [], long: number[] = [];
  for (let at = 0; at < shared.length; at += SHARED_WORDS) {
    const list = shared[at + 2] - shared[at + 1] < LONG_LIST ? short : long;
    for (let word = 0; word < SHARED_WORDS; word++) list.push(shared[at + word]);
  }
  const lists = [[short, 1], [long, WORKGROUP / LANES]] as const;
  return {
    lists: lists.filter(([words]) => words.length > 0).map(([words, workers]) => {
      const buffer = upload("shared targets", Uint32Array.from(words));
      let partials = 0;
      for (let at = 0; at < words.length; at += SHARED_WORDS) partials += words[at + 2] - words[at + 1];
      return { buffer, targets: words.length / SHARED_WORDS, partials, workers };
    }),
  };
}

/** Operands of {@link partialSumLaunches}. */
export interface PartialSums {
  /** Panel of Y. */
  readonly pair: Pick<PanelPair, "y" | "vectors" | "yStride" | "yOffset">;
  /** Rows of Y. */
  readonly rows: number;
  /** Rows of a target and of a partial sum. */
  readonly span?: number;
  /** Buffer that {@link reservePartials} returned; `columns` vectors per row for each partial sum. */
  readonly partials: WebGpuBuffer;
}

/** Launches that add up one chunk's partial sums. */
export function partialSumLaunches(
  { lists }: DeviceShares,
  { pair, rows, span = 1, partials }: PartialSums,
): Launch[] {
  return lists.map(({ buffer, targets, partials: terms, workers }) => ({
    label: "partial-sums",
    source,
    constants: { WORKGROUP, LANES, WORKERS: workers, SPAN: span },
    launch: { targets, rows, columns: pair.vectors, yStride: pair.yStride, yOffset: pair.yOffset },
    buffers: [buffer, partials, pair.y],
    groups: Math.ceil(targets * span * LANES * workers / WORKGROUP),
    multiplyAdds: terms * span * pair.vectors * 4,
  }));
}
