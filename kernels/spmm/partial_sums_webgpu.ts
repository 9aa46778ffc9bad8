/**
 * The second pass of kernels that split a row's sum over several work items: adds up their partial sums, in a
 * fixed order.
 *
 * @module
 */
import type { WebGpuBuffer, WebGpuDevice } from "../../hardware/webgpu/device.ts";
import type { Needs } from "../kernel.ts";
import type { PanelPair } from "../panel_pairs_webgpu.ts";
import type { Launch, WebGpuPlanBuilder } from "../plan_webgpu.ts";
import { type ItemChunk, SHARED_WORDS } from "./work_items_webgpu.ts";
import source from "./partial_sums.wgsl" with { type: "text" };

/** The text of the pass; part of the source of every kernel that uses it. */
export const partialSumsSource: string = source;

const WORKGROUP = 128;
const LANES = 16;
/** Sharing a sum costs two barriers a row, so short lists are summed by one worker. */
const LONG_LIST = 16;
/** A larger scratch would not run faster, only leave less memory for operands. */
const SCRATCH_BYTES = 2 ** 28;

/** What the pass asks of a device; a kernel needs the larger of this and its own. */
const partialSumsNeeds: Needs = {
  workgroupBytes: WORKGROUP * 16,
  workgroupInvocations: WORKGROUP,
  storageBindings: 3,
};

/** The componentwise larger of a kernel's own needs and those of its second pass. */
export function withPartialSums(own: Needs): Needs {
  const max = (what: keyof Needs) => Math.max(own[what], partialSumsNeeds[what]);
  return {
    workgroupBytes: max("workgroupBytes"),
    workgroupInvocations: max("workgroupInvocations"),
    storageBindings: max("storageBindings"),
  };
}

/** Partial sums (of `span` rows of `vectors` vectors) that the scratch of one chunk may hold. */
export function partialLimit(device: WebGpuDevice, vectors: number, span = 1): number {
  const bytes = Math.min(device.limits.bindingBytes, SCRATCH_BYTES);
  return Math.max(1, Math.floor(bytes / (16 * span * Math.max(1, vectors))));
}

/**
 * Partial sums of `span` rows for the chunk that has most; every chunk and pair of panels uses it in turn.
 */
export function reservePartials(
  { reserve }: Pick<WebGpuPlanBuilder, "reserve">,
  chunks: readonly ItemChunk[],
  { vectors, span = 1 }: { readonly vectors: number; readonly span?: number },
): WebGpuBuffer {
  const most = chunks.reduce((max, { partials }) => Math.max(max, partials), 0);
  return reserve("partial sums", Math.max(16, most * span * vectors * 16));
}

/** A chunk's shared targets on the adapter: those with few partial sums, and those with many. */
export interface DeviceShares {
  /** The lists, four words a target. */
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
  { shared }: ItemChunk,
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

/** What {@link partialSumLaunches} add up. */
export interface PartialSums {
  /** The panels. */
  readonly pair: PanelPair;
  /** Rows of Y. */
  readonly rows: number;
  /** Rows of a target and of a partial sum. */
  readonly span?: number;
  /** What {@link reservePartials} returned; `columns` vectors a row for each partial sum. */
  readonly partials: WebGpuBuffer;
}

/** The dispatches that add up one chunk's partial sums. */
export function partialSumLaunches(
  { lists }: DeviceShares,
  { pair, rows, span = 1, partials }: PartialSums,
): Launch[] {
  return lists.map(({ buffer, targets, partials: terms, workers }) => ({
    label: "partial-sums",
    source,
    constants: { WORKGROUP, LANES, WORKERS: workers, SPAN: span },
    launch: [targets, rows, pair.vectors, pair.yStride, pair.yOffset],
    buffers: [buffer, partials, pair.y],
    groups: Math.ceil(targets * span * LANES * workers / WORKGROUP),
    multiplyAdds: terms * span * pair.vectors * 4,
  }));
}
