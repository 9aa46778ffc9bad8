/**
 * Contract of the room: the facts known about a dataset before it is loaded ({@link DatasetRecord}, plain
 * data) and the dataset as a suite gets it ({@link LoadedDataset}).
 *
 * @module
 */
import type { CsrMatrix } from "../graph/csr.ts";

/** Readers that exist in `datasets/formats/`. */
export type FormatId =
  | "planetoid"
  | "snap"
  | "edge-table"
  | "matrix-market"
  | "musae"
  | "ogb"
  | "igb"
  | "reddit"
  | "graphsage"
  | "scipy-npz"
  | "metis-graph";

/** Part of a dataset that needs a file. A source whose `graph` files are all present can be loaded. */
export type FileNeed = "graph" | "labels" | "features";

/** One file of a dataset, with the facts that a copy is checked by. */
export interface DatasetFile {
  /** File name without folders. */
  readonly name: string;
  /** Part of the dataset that needs the file. */
  readonly need: FileNeed;
  /** Size in bytes, where known. */
  readonly bytes?: number;
  /** SHA-256 of the file's bytes in lower-case hexadecimal, where known. */
  readonly sha256?: string;
  /** Git's blob id of the file's bytes, where the publisher's repository gives that and no SHA-256. */
  readonly gitBlob?: string;
  /** URL for download; absent where no direct one is known. */
  readonly url?: string;
  /** Folder in which the file must lie to count, where its name alone is ambiguous. */
  readonly folder?: string;
  /** Path of the file, where a user has named it; it is then searched nowhere else. */
  readonly path?: string;
}

/** Rule by which a file lists edges and the loaded graph stores them. */
export interface GraphRule {
  /** Listing of an edge in the publisher's files. */
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
  /** Publisher and packing of these files. */
  readonly title: string;
  /** Reader of the packing; absent where this harness has none. */
  readonly format?: FormatId;
  /** All files of the packing. */
  readonly files: readonly DatasetFile[];
  /** Rule by which the files list edges. */
  readonly rule: GraphRule;
  /** Instructions to obtain the files, where no direct URL is known. */
  readonly obtain?: string;
}

/** Numbers that one paper prints about a dataset. */
export interface PrintedCounts {
  /** Paper id, for instance `eppgcn`. */
  readonly paper: string;
  /** Place in the paper: `Table III`. */
  readonly artifact: string;
  /** Name of the dataset in that paper. */
  readonly name: string;
  /** Vertices as printed. */
  readonly vertices: number;
  /** Edges as printed, in that paper's convention. */
  readonly edges: number;
  /** Convention by which the paper counts an edge, or which its count implies. */
  readonly convention: string;
  /** Feature width as printed. */
  readonly features?: number;
  /** Classes as printed. */
  readonly classes?: number;
}

/** Counts of a loaded adjacency. */
export interface GraphCounts {
  /** Number of vertices. */
  readonly vertices: number;
  /** Entries of the CSR matrix: both directions of an undirected edge, self-loops once. */
  readonly storedEdges: number;
  /** Distinct unordered pairs of different vertices. */
  readonly undirectedEdges: number;
}

/** Everything known about a dataset without its files, as plain data. */
export interface DatasetRecord {
  /** Id, a lower-case slug for the command line. */
  readonly id: string;
  /** Full name. */
  readonly title: string;
  /** Publisher of the data, and the packer of the files where that is somebody else. */
  readonly publisher: string;
  /** Licence, or what is known about one. */
  readonly licence: string;
  /** Reference to cite. */
  readonly citation: string;
  /** Numbers in the papers; empty where no paper uses the dataset. */
  readonly printed: readonly PrintedCounts[];
  /** Sources in order of preference; the first whose graph files are all found is read. */
  readonly sources: readonly DatasetSource[];
  /**
   * Counts of the loaded graph, where real files were read; otherwise the counts that the publisher's numbers
   * imply.
   */
  readonly counts: GraphCounts;
  /**
   * Whether `counts` was measured on the files (their checksums are then known) or only published; unknown
   * counts, of a user's own graph, are 0 until it is loaded.
   */
  readonly countsFrom: "measured" | "published" | "unknown";
  /** Width of the feature rows the papers train on; absent where none is printed. */
  readonly featureWidth?: number;
  /** Number of classes of the labels. */
  readonly classes?: number;
  /** Whether a stand-in family of this id exists in `generators/`. */
  readonly standIn: boolean;
  /** Note for readers of results. */
  readonly note?: string;
}

/** Sparse feature rows, V x `width`, one CSR row a vertex; read on demand. */
export interface SparseFeatures {
  /** Kind of the values; `sparse-binary` where every stored value is 1. */
  readonly kind: "sparse" | "sparse-binary";
  /** Number of columns. */
  readonly width: number;
  /**
   * Reads the features.
   *
   * @throws {MissingError} naming the absent file.
   * @throws {DataError} where a file is damaged.
   */
  load(): Promise<CsrMatrix>;
}

/** Dense feature rows, read on demand. */
export interface DenseFeatures {
  /** Number of columns. */
  readonly width: number;
  /**
   * Reads the features: V x `width`, row-major.
   *
   * @throws {MissingError} naming the absent file.
   * @throws {DataError} where a file is damaged.
   */
  load(): Promise<Float32Array>;
}

/** Labels of a graph whose vertices can have several. */
export interface MultiLabels {
  /** Number of labels. */
  readonly width: number;
  /** Values, V x `width`, row-major: 1 where the vertex has the label, else 0. */
  readonly values: Uint8Array;
}

/** Split of labelled vertices into disjoint parts. */
export interface Split {
  /** Vertices for training. */
  readonly train: Uint32Array;
  /** Vertices for the choice of a model. */
  readonly validation: Uint32Array;
  /** Vertices for reported results. */
  readonly test: Uint32Array;
}

/** A dataset in memory. */
export interface LoadedDataset {
  /** Id of the loaded dataset: `cora`, or the stand-in's full name such as `reddit@1/16`. */
  readonly id: string;
  /** Kind: the publisher's graph or a generated one. */
  readonly kind: "real" | "stand-in";
  /** Adjacency, V x V without values; both directions are stored where the record's rule says so. */
  readonly graph: CsrMatrix;
  /** Content hash of `graph`. */
  readonly hash: string;
  /** Counts of `graph`. */
  readonly counts: GraphCounts;
  /** Sparse features of the publisher; absent where there are none. */
  readonly features?: SparseFeatures;
  /** Dense features of the publisher; absent where there are none. */
  readonly denseFeatures?: DenseFeatures;
  /** Class of each vertex, -1 where it has none. */
  readonly labels?: Int32Array;
  /** Labels of vertices that can have several; absent where the publisher has no such labels. */
  readonly multiLabels?: MultiLabels;
  /** Split of the publisher, or in a stand-in one with the published shares. */
  readonly split?: Split;
  /** Number of classes. */
  readonly classes?: number;
  /** Width of `features`, or the width that the papers print where there are none (the suite fills them). */
  readonly featureWidth?: number;
  /** Id in the file of each vertex, ascending, where gaps of the ids were closed up. */
  readonly originalIds?: Uint32Array;
  /** Sentence on counts of a real graph that are not those of its record; absent where they agree. */
  readonly otherCounts?: string;
  /** Note on the reason for a stand-in, and on anything capped or skipped; may be empty. */
  readonly note: string;
}
