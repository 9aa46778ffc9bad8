/**
 * The contract of the room: what is known about a dataset before it is loaded ({@link DatasetRecord}, plain data) and
 * what a suite gets once it is ({@link LoadedDataset}).
 *
 * @module
 */
import type { CsrMatrix } from "../graph/csr.ts";

/** Readers that exist in `datasets/formats/`. */
export type FormatId =
  | "planetoid"
  | "snap"
  | "matrix-market"
  | "musae"
  | "ogb"
  | "igb"
  | "reddit"
  | "graphsage"
  | "scipy-npz";

/** What is lost without a file. A source whose `graph` files are all there can be loaded. */
export type FileNeed = "graph" | "labels" | "features";

/** One file of a dataset, with what is known to check a copy of it. */
export interface DatasetFile {
  /** File name without folders. */
  readonly name: string;
  /** What is lost without it. */
  readonly need: FileNeed;
  /** Size in bytes, where known. */
  readonly bytes?: number;
  /** SHA-256 of the file's bytes in lower-case hexadecimal, where known. */
  readonly sha256?: string;
  /** Git's blob id of the file's bytes, where the publisher's repository gives that and no SHA-256. */
  readonly gitBlob?: string;
  /** Where it can be downloaded; absent where no direct URL is known. */
  readonly url?: string;
  /** Set where the name says too little: the file counts only inside a folder of this name. */
  readonly folder?: string;
}

/** How a file lists edges and what the loaded graph makes of them. */
export interface GraphRule {
  /** How the publisher's files list an edge. */
  readonly listed: "undirected, once" | "undirected, both directions" | "directed";
  /** Whether the loaded graph stores both directions of every listed edge. */
  readonly symmetrise: boolean;
  /** Whether self-loops in the file are kept. */
  readonly selfLoops: "drop" | "keep";
  /** Whether vertex ids have gaps and are renumbered 0..V-1 in ascending order. */
  readonly compactIds?: boolean;
}

/** One way to obtain a dataset: a set of files of one format. */
export interface DatasetSource {
  /** Who published these files, in which packing. */
  readonly title: string;
  /** The reader; absent where this harness has none for the packing. */
  readonly format?: FormatId;
  /** All files of the packing. */
  readonly files: readonly DatasetFile[];
  /** How the files list edges. */
  readonly rule: GraphRule;
  /** What a person has to know to obtain the files, where no direct URL is known. */
  readonly obtain?: string;
}

/** What one paper prints about a dataset. */
export interface PrintedCounts {
  /** Paper id, for instance `eppgcn`. */
  readonly paper: string;
  /** Where in the paper: `Table III`. */
  readonly artifact: string;
  /** The dataset's name in that paper. */
  readonly name: string;
  /** Vertices as printed. */
  readonly vertices: number;
  /** Edges as printed, in that paper's convention. */
  readonly edges: number;
  /** How that paper counts an edge, or what its count implies. */
  readonly convention: string;
  /** Feature width as printed. */
  readonly features?: number;
  /** Classes as printed. */
  readonly classes?: number;
}

/** Counts of a loaded adjacency. */
export interface GraphCounts {
  /** Vertices. */
  readonly vertices: number;
  /** Entries of the CSR matrix: both directions of an undirected edge, self-loops once. */
  readonly storedEdges: number;
  /** Distinct unordered pairs of different vertices. */
  readonly undirectedEdges: number;
}

/** Everything known about a dataset without its files. Plain data. */
export interface DatasetRecord {
  /** Lower-case slug: what a person types. */
  readonly id: string;
  /** Full name. */
  readonly title: string;
  /** Who published the data, and who packed the files where that is somebody else. */
  readonly publisher: string;
  /** The licence, or what is known instead of one. */
  readonly licence: string;
  /** What to cite. */
  readonly citation: string;
  /** What the papers print; empty where none uses the dataset. */
  readonly printed: readonly PrintedCounts[];
  /** In order of preference; the first whose graph files are all found is read. */
  readonly sources: readonly DatasetSource[];
  /** Counts of the loaded graph, where real files were read back; otherwise what the publisher's counts imply. */
  readonly counts: GraphCounts;
  /** Whether `counts` was measured on the files (their checksums are then known) or only published. */
  readonly countsFrom: "measured" | "published";
  /** Width of the feature rows the papers train on; absent where none is printed. */
  readonly featureWidth?: number;
  /** Classes of the labels. */
  readonly classes?: number;
  /** Whether a stand-in family of this id exists in `generators/`. */
  readonly standIn: boolean;
  /** Anything a reader of results has to know. */
  readonly note?: string;
}

/** Feature rows that are read only when asked for: V x `width`, one CSR row a vertex. */
export interface SparseFeatures {
  /** `sparse-binary` where every stored value is 1. */
  readonly kind: "sparse" | "sparse-binary";
  /** Columns. */
  readonly width: number;
  /**
   * Reads them.
   *
   * @throws {MissingError} naming the file that is not there.
   * @throws {DataError} where a file is damaged.
   */
  load(): Promise<CsrMatrix>;
}

/** Feature rows without zeros to speak of, read only when asked for. */
export interface DenseFeatures {
  /** Columns. */
  readonly width: number;
  /**
   * Reads them: V x `width`, row-major.
   *
   * @throws {MissingError} naming the file that is not there.
   * @throws {DataError} where a file is damaged.
   */
  load(): Promise<Float32Array>;
}

/** Labels of which a vertex can have several. */
export interface MultiLabels {
  /** Number of labels. */
  readonly width: number;
  /** V x `width`, row-major: 1 where the vertex has the label, else 0. */
  readonly values: Uint8Array;
}

/** A division of labelled vertices. The parts are disjoint. */
export interface Split {
  /** Vertices to train on. */
  readonly train: Uint32Array;
  /** Vertices to choose a model by. */
  readonly validation: Uint32Array;
  /** Vertices to report. */
  readonly test: Uint32Array;
}

/** A dataset in memory. */
export interface LoadedDataset {
  /** What was loaded: `cora`, or the stand-in's full name such as `reddit@1/16`. */
  readonly id: string;
  /** Whether this is the publisher's graph or a generated one. */
  readonly kind: "real" | "stand-in";
  /** V x V adjacency without values, both directions stored where the record's rule says so. */
  readonly graph: CsrMatrix;
  /** Content hash of `graph`. */
  readonly hash: string;
  /** Counts of `graph`. */
  readonly counts: GraphCounts;
  /** The publisher's features; absent where there are none. */
  readonly features?: SparseFeatures;
  /** The publisher's dense features, where they are dense. */
  readonly denseFeatures?: DenseFeatures;
  /** Class of each vertex, -1 where it has none. */
  readonly labels?: Int32Array;
  /** Labels of vertices that can have several, where the publisher's are so. */
  readonly multiLabels?: MultiLabels;
  /** The publisher's split, or one with the published shares in a stand-in. */
  readonly split?: Split;
  /** Number of classes. */
  readonly classes?: number;
  /** Width of `features`, or the width the papers print where there are none (to be filled by the suite). */
  readonly featureWidth?: number;
  /** Why a stand-in was taken, what was capped, what was skipped. Empty where there is nothing to say. */
  readonly note: string;
}
