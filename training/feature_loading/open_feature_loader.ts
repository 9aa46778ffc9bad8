/**
 * Feature loader for any device, with two alternating matrices so that a batch can take rows from the
 * previous one.
 *
 * @module
 */
import { allocateMatrix, type DeviceMatrix } from "../../hardware/dense.ts";
import type { Device, DeviceBuffer } from "../../hardware/device.ts";
import { prepareKernel } from "../../kernels/kernel.ts";
import { assertDistinct, assertIndicesBelow } from "../../kernels/operand_fit.ts";
import type { AnyOperandsOf } from "../../kernels/operation.ts";
import { findKernel } from "../../kernels/registry.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type {
  FeatureLoader,
  FeatureLoading,
  HostFeatures,
  LoadCounts,
  LoadedFeatures,
} from "./feature_loader.ts";
import { timeOnce } from "../../hardware/measuring/time_once.ts";
import { ResidentRows } from "./resident_rows.ts";
import { RowCopies } from "./row_copies.ts";
import { plural } from "../../platform/text/plural.ts";

/** Settings of a loader. */
export interface FeatureLoaderOptions {
  /** Rows that are not copied from the host. */
  readonly loading: FeatureLoading;
  /** Greatest number of vertices in a batch. */
  readonly maxRows: number;
}

/** Rows of one copy into the cache, where it has more. */
const CACHE_PIECE = 2 ** 14;

/**
 * Opens a loader. It holds two matrices of `maxRows` rows in any case: a batch stays while the next one is
 * loaded. Match needs only a list of places more, 4 B a row: copied rows are staged in the batch itself (see
 * `AssembleRowsProblem`). Counted bytes are those of features; the padding of rows to vectors of four is
 * copied too, and not counted. The list of places and its copy are in `assembleMs`.
 *
 * On CPU threads a kernel gathers the rows, from a copy of the features that all loaders of the device share;
 * on WebGPU one thread of the host does. There copies are queued, so that they are awaited to be timed, with
 * the resolution of some 10 ms that waiting has; the ordering of rows is timed by the device's clock.
 *
 * @throws {UsageError} where the features differ from their stated size, a cached vertex has none or occurs
 * twice, or `maxRows` is invalid.
 * @throws {OutOfMemoryError} with nothing left allocated.
 * @example
 * ```ts
 * import { openWasmDevice, randomFeatures } from "gnn-repro";
 * import { openFeatureLoader } from "gnn-repro/training";
 * const features = { rows: 100, width: 16, values: randomFeatures(100, 16, 1) };
 * const device = openWasmDevice({ threads: 1 });
 * const loader = await openFeatureLoader(device, features, { loading: { match: true }, maxRows: 50 });
 * await loader.load(Uint32Array.of(1, 2, 3));
 * const { counts } = await loader.load(Uint32Array.of(2, 3, 4));
 * if (counts.loaded !== 1 || counts.reused !== 2) throw new Error("2 and 3 were there already");
 * loader.close();
 * device.close();
 * ```
 */
export async function openFeatureLoader(
  device: Device,
  features: HostFeatures,
  { loading, maxRows }: FeatureLoaderOptions,
): Promise<FeatureLoader> {
  assertFeatures(features, maxRows);
  const cached = loading.cached ?? new Uint32Array();
  assertIndicesBelow(features.rows, cached, "cache features");
  assertDistinct(features.rows, cached, "cache features");
  return await device.guard("open a feature loader", async () => {
    const loader = new DeviceFeatureLoader(device, features, { match: loading.match, cached, maxRows });
    try {
      await loader.fillCache(cached);
    } catch (error) {
      loader.close();
      throw error;
    }
    return loader;
  });
}

class DeviceFeatureLoader implements FeatureLoader {
  readonly width: number;
  readonly bytes: number;
  readonly #device: Device;
  readonly #vertices: number;
  readonly #maxRows: number;
  readonly #match: boolean;
  readonly #owned: DeviceBuffer[] = [];
  /** Matrices of two batches, `maxRows` rows each. */
  readonly #batches: readonly [DeviceMatrix, DeviceMatrix];
  readonly #cache: DeviceMatrix;
  readonly #place: DeviceBuffer | undefined;
  readonly #resident: ResidentRows | undefined;
  /** Absent where the constructor found no room for what comes before it. */
  readonly #copies?: RowCopies;
  #turn: 0 | 1 = 0;
  #previousRows = 0;
  #state: "idle" | "loading" | "closed" = "idle";

  constructor(
    device: Device,
    features: HostFeatures,
    { match, cached, maxRows }: {
      readonly match: boolean;
      readonly cached: Uint32Array;
      readonly maxRows: number;
    },
  ) {
    const { rows, width } = features;
    this.#device = device;
    this.#vertices = rows;
    this.#maxRows = maxRows;
    this.#match = match;
    this.width = width;
    try {
      this.#batches = [this.#matrix("batch", maxRows), this.#matrix("batch", maxRows)];
      this.#cache = this.#matrix("feature cache", cached.length);
      if (match || cached.length > 0) {
        this.#place = this.#words("places", maxRows);
        this.#resident = new ResidentRows(rows, cached, { maxRows });
      }
      // Host memory last, so that a lack of device memory is reported first.
      this.#copies = new RowCopies(device, features, Math.max(maxRows, Math.min(cached.length, CACHE_PIECE)));
    } catch (error) {
      this.close();
      throw error;
    }
    this.bytes = sumOf(this.#owned, ({ bytes }) => bytes);
  }

  #matrix(label: string, rows: number): DeviceMatrix {
    const matrix = allocateMatrix(this.#device, label, rows, this.width);
    this.#owned.push(...matrix.panels.map(({ buffer }) => buffer));
    return matrix;
  }

  #words(label: string, count: number): DeviceBuffer {
    const buffer = this.#device.allocate(label, 4 * count);
    this.#owned.push(buffer);
    return buffer;
  }

  get gatherKernel(): string {
    return this.#copies!.kernel;
  }

  async fillCache(cached: Uint32Array): Promise<void> {
    for (let row = 0; row < cached.length; row += CACHE_PIECE) {
      await this.#copies!.copy(cached.subarray(row, row + CACHE_PIECE), this.#cache, row);
    }
    await this.#device.finish();
  }

  async load(vertices: Uint32Array): Promise<LoadedFeatures> {
    if (this.#state !== "idle") throw notIdle(this.#state);
    if (vertices.length > this.#maxRows) throw tooLarge(vertices.length, this.#maxRows);
    assertIndicesBelow(this.#vertices, vertices, "load features");
    this.#state = "loading";
    try {
      return await this.#load(vertices);
    } finally {
      if (this.#state === "loading") this.#state = "idle";
    }
  }

  async #load(vertices: Uint32Array): Promise<LoadedFeatures> {
    const rows = vertices.length;
    const begin = performance.now();
    const { staged, cached, place } = this.#resident?.match(vertices) ?? { staged: vertices, cached: 0 };
    const firstStaged = rows - staged.length;
    const matched = performance.now();

    const matrix = { ...this.#batches[this.#turn], rows };
    const { gatherMs, copyMs } = await this.#copies!.copy(staged, matrix, firstStaged);
    const assembleMs = firstStaged > 0 ? await this.#assemble(matrix, { place: place!, firstStaged }) : 0;
    const assembled = performance.now();

    if (this.#match) this.#resident!.keep(vertices);
    this.#previousRows = this.#match ? rows : 0;
    this.#turn = this.#turn === 0 ? 1 : 0;
    const matchMs = matched - begin + performance.now() - assembled;
    const counts: LoadCounts = {
      loaded: staged.length,
      reused: firstStaged - cached,
      cached,
      gatherKernel: this.gatherKernel,
      bytes: staged.length * this.width * 4,
      matchMs,
      gatherMs,
      copyMs,
      assembleMs,
    };
    return { matrix, counts };
  }

  /** Puts the rows in their order; returns the milliseconds, without preparing the kernel. */
  async #assemble(
    output: DeviceMatrix,
    { place, firstStaged }: { readonly place: Uint32Array; readonly firstStaged: number },
  ): Promise<number> {
    const device = this.#device, begin = performance.now();
    device.write(this.#place!, place);
    const writeMs = performance.now() - begin;
    const previous = { ...this.#batches[this.#turn === 0 ? 1 : 0], rows: this.#previousRows };
    const operands = { cache: this.#cache, previous, place: this.#place!, firstStaged, output };
    const kernel = findKernel("assemble-rows", "row-copy", device.backend);
    const plan = await prepareKernel<AnyOperandsOf>(kernel, device, operands, this.width);
    try {
      return writeMs + await timeOnce(device, () => plan.run());
    } finally {
      plan.destroy();
    }
  }

  close(): void {
    this.#state = "closed";
    this.#copies?.close();
    for (const buffer of this.#owned.splice(0)) this.#device.free(buffer);
  }
}

function assertFeatures({ rows, width, values }: HostFeatures, maxRows: number): void {
  const action = "open a feature loader";
  if (values.length !== rows * width) {
    throw new UsageError({
      action,
      current: `${plural(values.length, "number")} for ${rows} vertices x ${width} columns`,
      wanted: `${rows * width}`,
      next: "pass the whole matrix, row-major",
    });
  }
  if (Number.isInteger(maxRows) && maxRows >= 0 && maxRows < 2 ** 31) return;
  throw new UsageError({
    action,
    current: `batches of up to ${plural(maxRows, "vertex", "vertices")}`,
    wanted: "a whole number from 0, below 2^31",
    next: "pass the vertices of the largest batch, or those of the graph",
  });
}

function tooLarge(rows: number, maxRows: number): UsageError {
  return new UsageError({
    action: "load features",
    current: plural(rows, "vertex", "vertices"),
    wanted: `at most the ${maxRows} that the loader was opened for`,
    next: "open it with a larger maxRows",
  });
}

function notIdle(state: "loading" | "closed"): UsageError {
  return new UsageError({
    action: "load features",
    current: state === "closed" ? "a closed loader" : "a load that has not ended",
    wanted: "an open loader that has ended its last load",
    next: state === "closed" ? "open another" : "await one load before the next",
  });
}
