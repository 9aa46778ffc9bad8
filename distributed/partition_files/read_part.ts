/**
 * Reader of one part: a rank takes memory for its own vertices and their halo, never for the whole graph.
 *
 * @module
 */
import { join } from "node:path";
import { assertCsr, type CsrMatrix } from "../../graph/csr.ts";
import { withinMemory } from "../../platform/allocation.ts";
import { DataError, ReproError, UsageError } from "../../platform/errors.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import type { RankPartition } from "../partition/rank_partition.ts";
import type { RankData } from "../training/rank_data.ts";
import { readArray, WRITE_AGAIN } from "./array_file.ts";
import { MANIFEST, type PartitionManifest, type PartManifest, readManifest } from "./manifest.ts";
import { type ArrayName, arrayShape, type NumbersOf, partFolder } from "./part_layout.ts";
import { plural } from "../../platform/text/plural.ts";

/** Data of a rank from its files, with what its program needs besides. */
export interface StoredRankData extends RankData {
  /** Key of the partition: parts of one key belong together. */
  readonly partition: string;
  /** Rank that owns each halo vertex, in the order of the part's halo. */
  readonly owners: Uint32Array;
  /** VID_p of the validation vertices, ascending. */
  readonly validation: Uint32Array;
  /** VID_p of the test vertices, ascending. */
  readonly test: Uint32Array;
}

/**
 * Reads the manifest of a partition.
 *
 * @throws {MissingError} if there is none, as where the partition was not written to its end.
 * @throws {DataError} if it is damaged or of another version.
 */
export function readPartitionManifest(folder: string): Promise<PartitionManifest> {
  return readManifest(join(folder, MANIFEST), "partition");
}

/** Reads the manifest of a part, and compares it with that of the partition. */
async function readPartManifest(folder: string, rank: number): Promise<PartManifest> {
  const whole = await readPartitionManifest(folder);
  const { ranks } = whole.shape;
  if (!Number.isInteger(rank) || rank < 0 || rank >= ranks || whole.parts.length !== ranks) {
    throw new UsageError({
      action: `read part ${rank} of ${JSON.stringify(folder)}`,
      current: `a partition into ${plural(whole.parts.length, "part")}`,
      wanted: `a rank from 0 to ${whole.parts.length - 1}`,
      next: "run as many ranks as there are parts, or partition again with --parts",
    });
  }
  const path = join(folder, partFolder(rank), MANIFEST);
  const part = await readManifest(path, "part", whole.parts[rank].manifest);
  if (part.partition !== whole.partition || part.rank !== rank) {
    throw new DataError({ file: path }, {
      current: `part ${part.rank} of another partition`,
      wanted: `part ${rank} of this one`,
      next: WRITE_AGAIN,
    });
  }
  return part;
}

/** Reader of the arrays of one part. */
class PartArrays {
  readonly #folder: string;
  readonly #part: PartManifest;

  constructor(folder: string, part: PartManifest) {
    this.#folder = folder;
    this.#part = part;
  }

  path(name: ArrayName): string {
    return join(this.#folder, name);
  }

  /** Reads an array. Its numbers are below `below`, where that is given. */
  async read<Name extends ArrayName>(name: Name, below = Infinity): Promise<NumbersOf<Name>> {
    const { counts, shape, files } = this.#part, record = files[name];
    if (record === undefined) throw this.refuse(name, "no checksum in the part's manifest", "one");
    const values = await readArray(this.path(name), arrayShape(name, counts, shape), record);
    for (let i = 0; below < Infinity && i < values.length; i++) {
      if (values[i] >= below) throw this.refuse(name, `${values[i]} as value ${i}`, `values below ${below}`);
    }
    return values as NumbersOf<Name>;
  }

  refuse(name: ArrayName, current: string, wanted: string, cause?: unknown): DataError {
    const parts = { current, wanted, next: WRITE_AGAIN };
    return new DataError({ file: this.path(name) }, parts, cause === undefined ? undefined : { cause });
  }
}

async function readGraph(arrays: PartArrays, { counts, shape }: PartManifest): Promise<CsrMatrix> {
  const size = counts.solid + counts.halo;
  const rowPtr = await arrays.read("row_ptr.npy"), colIdx = await arrays.read("col_idx.npy", size);
  const values = shape.weighted ? await arrays.read("values.npy") : undefined;
  try {
    return assertCsr({ rows: size, cols: size, rowPtr, colIdx, ...(values && { values }) });
  } catch (cause) {
    if (!(cause instanceof ReproError)) throw cause;
    throw arrays.refuse("row_ptr.npy", cause.parts.current, cause.parts.wanted, cause);
  }
}

async function readPart(arrays: PartArrays, manifest: PartManifest): Promise<RankPartition> {
  const { rank, shape: { ranks }, counts: { solid, copies } } = manifest;
  const rankPtr = await arrays.read("db_halo_ptr.npy");
  const ascends = rankPtr.every((start, j) => start >= (j === 0 ? 0 : rankPtr[j - 1]));
  if (!ascends || rankPtr[0] !== 0 || rankPtr[ranks] !== copies) {
    throw arrays.refuse("db_halo_ptr.npy", "offsets that do not ascend", `offsets from 0 to ${copies}`);
  }
  return {
    rank,
    ranks,
    solid,
    vertices: await arrays.read("vertices.npy"),
    graph: await readGraph(arrays, manifest),
    training: await arrays.read("training.npy", solid),
    dbHalo: { rankPtr, vertices: await arrays.read("db_halo.npy", solid) },
  };
}

async function readTruth(
  arrays: PartArrays,
  { shape: { classes, labels } }: PartManifest,
): Promise<VertexTruth> {
  return labels === "single"
    ? { labels: await arrays.read("labels.npy", classes) }
    : { targets: await arrays.read("targets.npy") };
}

/**
 * Reads the part of a rank from the folder of a partition. Every file is compared with the counts and
 * checksums of the manifests; memory is taken after sizes agree.
 *
 * @throws {UsageError} for a rank that the partition does not have.
 * @throws {MissingError} naming an absent file, such as the manifest of a partition that is not whole.
 * @throws {DataError} naming the file that is damaged, or of another version or partition.
 * @throws {OutOfMemoryError} if the part does not fit into memory.
 */
export function readRankData(folder: string, rank: number): Promise<StoredRankData> {
  return withinMemory(`read part ${rank} of ${JSON.stringify(folder)}`, async () => {
    const manifest = await readPartManifest(folder, rank);
    const { partition, shape, counts: { solid } } = manifest;
    const arrays = new PartArrays(join(folder, partFolder(rank)), manifest);
    const part = await readPart(arrays, manifest);
    const values = await arrays.read("features.npy");
    return {
      part,
      features: { rows: solid, width: shape.width, values },
      truth: await readTruth(arrays, manifest),
      classes: shape.classes,
      partition,
      owners: await arrays.read("owners.npy", shape.ranks),
      validation: await arrays.read("validation.npy", solid),
      test: await arrays.read("test.npy", solid),
    };
  });
}
