/**
 * Historical embedding cache of distgnn-mb: embeddings of other ranks' vertices, kept for a few iterations.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { EmbeddingRows } from "./embedding_rows.ts";
import { TagTable } from "./tag_table.ts";
import { plural } from "../../platform/text/plural.ts";

/** Unit of a line's life span. The paper does not state it. */
export type LifeSpanUnit = "iteration" | "epoch";

/** Settings of a cache. */
export interface EmbeddingCacheOptions {
  /** Floats of an embedding; 0 to count hits without computing. */
  readonly width: number;
  /**
   * Greatest number of vertices (`cs`); a million by default, as in the paper. A cache of capacity 0 keeps
   * nothing.
   */
  readonly capacity?: number;
  /** Ticks that a line lives after the tick of its storage (`ls`); 2 by default, as in the paper. */
  readonly lifeSpan?: number;
  /** Unit of a tick; `iteration` by default. */
  readonly lifeSpanUnit?: LifeSpanUnit;
  /**
   * Vertices for which memory is allocated at once, at most the capacity; 0 by default: memory grows with
   * use.
   */
  readonly reserved?: number;
}

/**
 * Counts of a cache since its creation. Hits divided by searched vertices is the hit rate of the cache's
 * layer.
 */
export interface EmbeddingCacheCounts {
  /** Number of searched vertices. */
  readonly searched: number;
  /** Number of searched vertices that the cache held. */
  readonly hits: number;
  /** Number of stored embeddings. */
  readonly stored: number;
  /** Number of stored embeddings that overwrote an older embedding of the same vertex. */
  readonly overwritten: number;
  /** Number of stored embeddings that evicted the oldest vertex before the end of its life span. */
  readonly evicted: number;
  /** Number of lines purged by ticks. */
  readonly expired: number;
}

/** Content of a cache, the oldest vertex first. It survives a structured clone. */
export interface EmbeddingCacheContent {
  /** VID_o of the vertices. */
  readonly ids: Uint32Array;
  /** Ticks since each embedding was stored. */
  readonly ages: Uint32Array;
  /** Embeddings, `ids.length x width`, row-major. */
  readonly embeddings: Float32Array;
}

/** Capacity in vertices of a layer's cache in all experiments of the paper (Section 4.4). */
const PAPER_CAPACITY = 1_000_000;

/** Result of {@linkcode HistoricalEmbeddingCache.search} for a vertex that the cache does not hold. */
export const MISS = 0;

/**
 * Word offsets in a line's record: its tag, the tick of its storage, and its neighbours in the order of
 * storage.
 */
const TAG = 0, TICK = 1, OLDER = 2, NEWER = 3, WORDS = 4;

/** Initial capacity of the arrays, in vertices. */
const FIRST_VERTICES = 1024;

/**
 * Vertices whose tags are touched before they are stored. Tags are scattered in memory: touching several at
 * once lets their cache misses overlap, which makes replacement 1.5 times as fast.
 */
const GROUP = 32;

/**
 * Number of lines for a number of vertices: a quarter more, and one for a vertex stored before the oldest is
 * evicted.
 */
function linesFor(vertices: number): number {
  return vertices + Math.ceil(vertices / 4) + 1;
}

/**
 * Cache of one layer on one rank (distgnn-mb, Section 3.2). Tags are original vertex ids (VID_o).
 *
 * The lines form a list in the order in which they were stored. Ticks only rise, so the oldest line is the
 * first, and those whose life span is over come before all others: replacing and purging look at the head of
 * the list alone. Every operation takes amortised constant time a vertex.
 *
 * To overwrite a vertex's embedding is to give the vertex another line: the next one that is free, going
 * round. A quarter more lines than vertices are kept for that, so that rows are written in ascending order
 * whatever vertices they belong to, which is twice as fast as writing where the vertices were.
 *
 * @example
 * ```ts
 * import { HistoricalEmbeddingCache, MISS } from "gnn-repro/distributed";
 * const cache = new HistoricalEmbeddingCache({ width: 2, lifeSpan: 1 });
 * cache.store(Uint32Array.of(7), Float32Array.of(0.5, 0.25));
 * cache.tick("iteration");
 * const lines = cache.search(Uint32Array.of(7, 8));
 * if (lines[0] === MISS || lines[1] !== MISS) throw new Error("vertex 7 is there, vertex 8 is not");
 * cache.tick("iteration");
 * if (cache.search(Uint32Array.of(7))[0] !== MISS) throw new Error("its life span is over");
 * ```
 */
export class HistoricalEmbeddingCache {
  /** Greatest number of vertices. */
  readonly capacity: number;
  /** Floats of an embedding. */
  readonly width: number;
  /** Ticks that a line lives after the tick of its storage. */
  readonly lifeSpan: number;
  /** Unit of a tick. */
  readonly lifeSpanUnit: LifeSpanUnit;

  readonly #rows: EmbeddingRows;
  /** Numbers of vertices and of lines that the arrays have room for; the first line is line 1. */
  #room = 0;
  #lines = 0;
  /** Records of the lines. The record of line 0 closes the list to a ring: its NEWER is the oldest line. */
  #records = new Uint32Array(WORDS);
  /** Flags of the lines, 1 where a line holds a vertex. */
  #taken = new Uint8Array(1);
  #tags = new TagTable(1);
  /** Line that was allocated last. */
  #hand = 0;
  #size = 0;
  #now = 0;
  /** Sum of touched values, which keeps the compiler from removing the reads. */
  #touched = 0;
  readonly #counts = { searched: 0, hits: 0, stored: 0, overwritten: 0, evicted: 0, expired: 0 };

  /**
   * Creates an empty cache.
   *
   * @throws {UsageError} for an invalid capacity, width or life span.
   */
  constructor(options: EmbeddingCacheOptions) {
    const { width, capacity = PAPER_CAPACITY, lifeSpan = 2, lifeSpanUnit = "iteration", reserved = 0 } =
      options;
    assertWhole("capacity", capacity, 2 ** 28);
    assertWhole("width", width, 2 ** 20);
    assertWhole("life span", lifeSpan, 2 ** 32);
    assertWhole("reserve", reserved, capacity);
    this.capacity = capacity;
    this.width = width;
    this.lifeSpan = lifeSpan;
    this.lifeSpanUnit = lifeSpanUnit;
    this.#rows = new EmbeddingRows(width);
    if (reserved > 0) this.#makeRoom(reserved, true);
  }

  /** Number of vertices that the cache holds. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that the cache occupies. */
  get bytes(): number {
    return this.#rows.bytes + this.#records.byteLength + this.#taken.byteLength + this.#tags.bytes;
  }

  /** Counts since the creation of the cache. */
  get counts(): EmbeddingCacheCounts {
    return { ...this.#counts };
  }

  /**
   * HECStore: stores embeddings of vertices, at age 0. The embedding of a vertex in the cache is overwritten.
   * In a full cache a new vertex replaces the oldest line (oldest cache-line first); among equally old lines,
   * the one stored first.
   *
   * @param ids VID_o. The last embedding wins for an id that occurs twice.
   * @param embeddings `ids.length x width`, row-major.
   * @throws {UsageError} where the number of embeddings differs from the number of ids.
   */
  store(ids: Uint32Array, embeddings: Float32Array): void {
    if (embeddings.length !== ids.length * this.width) {
      throw new UsageError({
        action: "store embeddings",
        current: `${plural(embeddings.length, "float")} for ${plural(ids.length, "vertex", "vertices")}`,
        wanted: `${this.width} for each`,
        next: "pass one row a vertex, as wide as the cache was made for",
      });
    }
    this.#counts.stored += ids.length;
    if (this.capacity === 0) return;
    const lines = new Uint32Array(ids.length);
    for (let begin = 0; begin < ids.length; begin += GROUP) {
      const end = Math.min(ids.length, begin + GROUP);
      this.#touch(ids, begin, end);
      for (let i = begin; i < end; i++) lines[i] = this.#lineFor(ids[i]);
    }
    this.#rows.write(lines, embeddings);
  }

  /** Touches the tags that a store will write and, in a full cache, those that it may evict. */
  #touch(ids: Uint32Array, begin: number, end: number): void {
    const records = this.#records, tags = this.#tags;
    let touched = 0;
    for (let i = begin; i < end; i++) touched += tags.touch(ids[i]);
    if (this.#size + GROUP > this.capacity) {
      for (let i = begin, oldest = records[NEWER]; i < end; i++, oldest = records[WORDS * oldest + NEWER]) {
        touched += tags.touch(records[WORDS * oldest + TAG]);
      }
    }
    this.#touched = touched;
  }

  /** Allocates a line for a vertex, the newest of the list. */
  #lineFor(id: number): number {
    if (this.#size === this.#room && this.#room < this.capacity) {
      this.#makeRoom(Math.min(this.capacity, Math.max(FIRST_VERTICES, 2 * this.#room)));
    }
    const line = this.#freeLine(), before = this.#tags.put(id, line);
    if (before !== 0) {
      this.#counts.overwritten++;
      this.#release(before);
    } else if (this.#size === this.capacity) {
      this.#counts.evicted++;
      this.#drop(this.#records[NEWER]);
    }
    const records = this.#records, newest = records[OLDER];
    records[WORDS * line + TAG] = id;
    records[WORDS * line + TICK] = this.#now;
    records[WORDS * line + OLDER] = newest;
    records[WORDS * line + NEWER] = 0;
    records[WORDS * newest + NEWER] = line;
    records[OLDER] = line;
    this.#taken[line] = 1;
    this.#size++;
    return line;
  }

  /**
   * Finds the next free line in round-robin order. At least a fifth of the lines is free, so a round of n
   * lines finds n / 5.
   */
  #freeLine(): number {
    const taken = this.#taken, lines = this.#lines;
    let line = this.#hand;
    do line = line === lines ? 1 : line + 1; while (taken[line] === 1);
    return this.#hand = line;
  }

  #release(line: number): void {
    const records = this.#records,
      older = records[WORDS * line + OLDER],
      newer = records[WORDS * line + NEWER];
    records[WORDS * older + NEWER] = newer;
    records[WORDS * newer + OLDER] = older;
    this.#taken[line] = 0;
    this.#size--;
  }

  #drop(line: number): void {
    this.#release(line);
    this.#tags.remove(this.#records[WORDS * line + TAG]);
  }

  #makeRoom(vertices: number, touch = false): void {
    const lines = linesFor(vertices), records = new Uint32Array(WORDS * (1 + lines));
    const taken = new Uint8Array(1 + lines);
    records.set(this.#records);
    taken.set(this.#taken);
    this.#rows.reserve(1 + lines, touch);
    this.#records = records;
    this.#taken = taken;
    this.#tags = this.#tags.grown(vertices);
    // All added lines are free.
    this.#hand = this.#lines;
    this.#lines = lines;
    this.#room = vertices;
  }

  /**
   * HECSearch: finds the line of each vertex; {@linkcode MISS} for a vertex that the cache does not hold.
   * Lines are valid until the next `store` or `tick`.
   *
   * @param ids VID_o.
   */
  search(ids: Uint32Array): Uint32Array {
    const lines = new Uint32Array(ids.length), tags = this.#tags;
    let hits = 0;
    for (let i = 0; i < ids.length; i++) {
      const line = tags.find(ids[i]);
      lines[i] = line;
      if (line !== MISS) hits++;
    }
    this.#counts.searched += ids.length;
    this.#counts.hits += hits;
    return lines;
  }

  /**
   * HECLoad: copies the embeddings of hits to consecutive rows.
   *
   * @param hits Lines returned by `search`, without the misses.
   * @param into Row-major, `width` columns.
   * @param firstRow Row of `into` for the first hit; 0 by default.
   * @throws {UsageError} for a line that holds no vertex, such as a miss, or rows past the end of `into`.
   */
  load(hits: Uint32Array, into: Float32Array, firstRow = 0): void {
    if (
      !(Number.isInteger(firstRow) && firstRow >= 0 && (firstRow + hits.length) * this.width <= into.length)
    ) {
      throw new UsageError({
        action: "load embeddings",
        current: `${hits.length} from row ${firstRow} on, in a matrix of ${plural(into.length, "float")}`,
        wanted: "as many rows as hits",
        next: "make the matrix as large as the layer's input",
      });
    }
    for (let i = 0; i < hits.length; i++) {
      if (this.#taken[hits[i]] === 1) continue;
      throw new UsageError({
        action: "load embeddings",
        current: hits[i] === MISS ? "a miss" : `line ${hits[i]}, which holds no vertex`,
        wanted: "lines of hits",
        next: "leave out the misses, and search again after a store or a tick",
      });
    }
    this.#rows.read(hits, into, firstRow);
  }

  /** Content of the cache, for {@linkcode HistoricalEmbeddingCache.restore}. */
  content(): EmbeddingCacheContent {
    const records = this.#records, size = this.#size;
    const ids = new Uint32Array(size), ages = new Uint32Array(size), lines = new Uint32Array(size);
    for (let i = 0, line = records[NEWER]; i < size; i++, line = records[WORDS * line + NEWER]) {
      lines[i] = line;
      ids[i] = records[WORDS * line + TAG];
      ages[i] = this.#now - records[WORDS * line + TICK];
    }
    const embeddings = new Float32Array(size * this.width);
    this.#rows.read(lines, embeddings, 0);
    return { ids, ages, embeddings };
  }

  /**
   * Fills an empty cache: it then behaves as the one that the content was taken from. Counts stay as they
   * are.
   *
   * @throws {UsageError} where the cache holds vertices or is narrower or smaller than the content.
   */
  restore({ ids, ages, embeddings }: EmbeddingCacheContent): void {
    if (this.#size > 0 || ids.length > this.capacity || embeddings.length !== ids.length * this.width) {
      throw new UsageError({
        action: "fill an embedding cache",
        current: `${plural(ids.length, "vertex", "vertices")} with ${
          plural(embeddings.length, "float")
        }, ${this.#size} in the cache`,
        wanted: `at most ${this.capacity} of ${this.width} floats each, and an empty cache`,
        next: "restore the content of a cache of the same options into a new one",
      });
    }
    const oldest = ages[0] ?? 0, lines = new Uint32Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      this.#now = oldest - ages[i];
      lines[i] = this.#lineFor(ids[i]);
    }
    this.#now = oldest;
    this.#rows.write(lines, embeddings);
  }

  /**
   * Records the end of an iteration or an epoch. Where it is the unit of the life span, every line ages by a
   * tick, and lines past their life span are purged.
   */
  tick(ended: LifeSpanUnit): void {
    if (ended !== this.lifeSpanUnit) return;
    this.#now++;
    for (;;) {
      const oldest = this.#records[NEWER];
      if (oldest === 0 || this.#now - this.#records[WORDS * oldest + TICK] <= this.lifeSpan) return;
      this.#drop(oldest);
      this.#counts.expired++;
    }
  }
}

function assertWhole(what: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return;
  throw new UsageError({
    action: "make an embedding cache",
    current: `a ${what} of ${value}`,
    wanted: `a whole number up to ${most}`,
    next: "see the limits of the cache's options",
  });
}
