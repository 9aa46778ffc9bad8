/**
 * Manifests in JSON: one a part, and one of the whole partition, which is written last.
 *
 * @module
 */
import { z } from "zod";
import { sha256 } from "../../platform/files/digest.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { DataError, MissingError } from "../../platform/errors.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { type FileRecord, WRITE_AGAIN } from "./array_file.ts";
import type { PartCounts, PartitionShape } from "./part_layout.ts";

/** Version of the format. */
export const SCHEMA = 1;

/** Name of every manifest. */
export const MANIFEST = "manifest.json";

/** Advice for a damaged manifest of a partition: it does not tell whose partition would be written over. */
const REMOVE_FIRST = `remove that file, then ${WRITE_AGAIN}`;

/** Most bytes of a manifest; 65,536 parts have 30 MiB. */
const MOST_BYTES = 2 ** 26;

/** Manifest of one part. */
export interface PartManifest {
  /** Kind of the document. */
  readonly format: "gnn-repro part";
  /** Version of the format. */
  readonly schema: number;
  /** Key of the partition that the part belongs to. */
  readonly partition: string;
  /** The rank, from 0. */
  readonly rank: number;
  /** Facts that all parts share. */
  readonly shape: PartitionShape;
  /** Counts of the part. */
  readonly counts: PartCounts;
  /** Size and checksum of each array, by file name. */
  readonly files: Readonly<Record<string, FileRecord>>;
}

/** Graph that was cut. */
export interface PartitionedDataset {
  /** Id of the dataset: `cora`, or a stand-in's full name. */
  readonly id: string;
  /** Kind: the publisher's graph or a generated one. */
  readonly kind: "real" | "stand-in";
  /** Content hash of the graph. */
  readonly hash: string;
  /** Number of vertices. */
  readonly vertices: number;
  /** Number of stored entries. */
  readonly entries: number;
}

/** Manifest of a partition. */
export interface PartitionManifest {
  /** Kind of the document. */
  readonly format: "gnn-repro partition";
  /** Version of the format. */
  readonly schema: number;
  /** Key of the partition: the same for the same parts of the same data. */
  readonly partition: string;
  /** Graph that was cut. */
  readonly dataset: PartitionedDataset;
  /** Engine that computed the owners. */
  readonly engine: string;
  /** Seed of the partition and of drawn data. */
  readonly seed: number;
  /** Data drawn at random because the dataset lacks them: `features`, `labels`, `split`. */
  readonly drawn: readonly string[];
  /** Notes on what was read of the dataset and how; absent where there are none, and in older manifests. */
  readonly notes?: readonly string[];
  /** Size and checksum of `original_ids.npy`; absent where VID_o are the ids in the dataset's file. */
  readonly originalIds?: FileRecord;
  /** Facts that all parts share. */
  readonly shape: PartitionShape;
  /** Counts of each part, and size and checksum of its manifest. */
  readonly parts: readonly { readonly counts: PartCounts; readonly manifest: FileRecord }[];
}

const text = z.string();
const count = z.number().int().min(0).max(2 ** 32 - 1);
const fileRecord = z.strictObject({
  bytes: z.number().int().min(0).max(2 ** 53 - 1),
  sha256: text.regex(/^[0-9a-f]{64}$/),
});
const shape = z.strictObject({
  ranks: count.min(1),
  width: count,
  classes: count,
  labels: z.enum(["single", "several"]),
  weighted: z.boolean(),
});
const counts = z.strictObject({
  solid: count,
  halo: count,
  entries: count,
  cutEntries: count,
  copies: count,
  training: count,
  validation: count,
  test: count,
});

/** Readers of both manifests. */
const SCHEMAS = {
  part: z.object({
    format: z.literal("gnn-repro part"),
    schema: z.literal(SCHEMA),
    partition: text,
    rank: count,
    shape,
    counts,
    files: z.record(text, fileRecord),
  }) satisfies z.ZodType<PartManifest>,
  partition: z.object({
    format: z.literal("gnn-repro partition"),
    schema: z.literal(SCHEMA),
    partition: text,
    dataset: z.object({
      id: text,
      kind: z.enum(["real", "stand-in"]),
      hash: text,
      vertices: count,
      entries: count,
    }),
    engine: text,
    seed: z.number(),
    drawn: z.array(text),
    notes: z.exactOptional(z.array(text)),
    originalIds: z.exactOptional(fileRecord),
    shape,
    parts: z.array(z.object({ counts, manifest: fileRecord })),
  }) satisfies z.ZodType<PartitionManifest>,
};

/** Manifests by kind. */
interface Manifests {
  readonly part: PartManifest;
  readonly partition: PartitionManifest;
}

async function readText(path: string, next: string): Promise<string> {
  try {
    const { size } = await Deno.stat(path);
    if (size <= MOST_BYTES) return await Deno.readTextFile(path);
    throw new DataError({ file: path }, {
      current: formatBytes(size),
      wanted: `a manifest of at most ${formatBytes(MOST_BYTES)}`,
      next,
    });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new MissingError({
      action: `read ${JSON.stringify(path)}`,
      current: "no such file",
      wanted: "the manifest, which is written when a partition is whole",
      next: "name the folder of a partition, or run the partition command to its end",
    }, { cause });
  }
}

/**
 * Reads a manifest.
 *
 * @param record Size and checksum, where another manifest states them.
 * @throws {MissingError} if there is none: the partition was not written to its end.
 * @throws {DataError} naming the file, if it is damaged or of another version.
 */
export async function readManifest<Kind extends keyof Manifests>(
  path: string,
  kind: Kind,
  record?: FileRecord,
): Promise<Manifests[Kind]> {
  const again = kind === "partition" ? REMOVE_FIRST : WRITE_AGAIN;
  const json = await readText(path, again);
  const refuse = (current: string, wanted: string, next = again): never => {
    throw new DataError({ file: path }, { current, wanted, next });
  };
  if (record && sha256(json) !== record.sha256) {
    refuse(`SHA-256 ${sha256(json)}`, `${record.sha256}, as the manifest of the partition says`);
  }
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    refuse(cause instanceof Error ? cause.message : String(cause), "a manifest in JSON");
  }
  const version = (value as { schema?: unknown } | null)?.schema;
  if (version !== SCHEMA) {
    refuse(
      typeof version === "number" ? `schema ${version}` : "no schema number",
      `schema ${SCHEMA}`,
      "read it with the version that wrote it, or partition into another folder",
    );
  }
  const parsed = SCHEMAS[kind].safeParse(value);
  if (parsed.success) return parsed.data as Manifests[Kind];
  const [issue] = parsed.error.issues;
  return refuse(`${issue.path.join(".") || "the document"}: ${issue.message}`, `a manifest of a ${kind}`);
}

/** Writes a manifest in one step; returns the facts by which it is checked. */
export async function writeManifest(
  path: string,
  manifest: PartManifest | PartitionManifest,
): Promise<FileRecord> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest, null, 2) + "\n");
  await writeFileDurably(path, bytes);
  return { bytes: bytes.length, sha256: sha256(bytes) };
}
