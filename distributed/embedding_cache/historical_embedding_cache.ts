/**
 * The historical embedding cache of distgnn-mb: embeddings of other ranks' vertices, kept for a few iterations.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { EmbeddingRows } from "./embedding_rows.ts";
import { TagTable } from "./tag_table.ts";

/** What the life span of a line is counted in. The paper does not print it. */
export type LifeSpanUnit = "iteration" | "epoch";

/** How a cache is set. */
export interface EmbeddingCacheOptions {
  /** Floats of an embedding; 0 where hits are counted and nothing is computed. */
  readonly width: number;
  /** Vertices at most (`cs`); a million by default, as in the paper. With 0 the cache is off: it keeps nothing. */
  readonly capacity?: number;
  /** Ticks that a line lives after the one it was stored in (`ls`); 2 by default, as in the paper. */
  readonly lifeSpan?: number;
  /** What a tick is; the end of an iteration by default. */
  readonly lifeSpanUnit?: LifeSpanUnit;
  /** Vertices that memory is taken for at once, at most the capacity; 0 by default: memory grows with use. */
  readonly reserved?: number;
}

/** What a cache has done since it was made. Hits over searched is the hit rate of its layer. */
export interface EmbeddingCacheCounts {
  /** Vertices that were searched. */
  readonly searched: number;
  /** Of these the ones that were found. */
  readonly hits: number;
  /** Embeddings that were stored. */
  readonly stored: number;
  /** Of these the ones that took the place of an older embedding of the same vertex. */
  readonly overwritten: number;
  /** Of these the ones that the oldest vertex had to make room for though its life span was not over. */
  readonly evicted: number;
  /** Lines that a tick has purged. */
  readonly expired: number;
}

/** Vertices of a layer's cache in all experiments of the paper (Section 4.4). */
const PAPER_CAPACITY = 1_000_000;

/** What {@linkcode HistoricalEmbeddingCache.search} answers for a vertex that is not there. */
export const MISS = 0;

/** Words of a line's record: its tag, the tick it was stored at, and its neighbours in the order of storing. */
const TAG = 0, TICK = 1, OLDER = 2, NEWER = 3, WORDS = 4;

/** Vertices that there is room for at first. */
const FIRST_VERTICES = 1024;

/**
 * Vertices whose tags are touched before they are stored. Tags lie anywhere: touching several at once lets the processor wait for
 * all of them together, which makes replacing half as fast again.
 */
const GROUP = 32;

/** Lines for so many vertices: a quarter more, and one for the vertex that comes before the oldest goes. */
function linesFor(vertices: number): number {
  return vertices + Math.ceil(vertices / 4) + 1;
}

/**
 * One layer's cache of one rank (distgnn-mb, Section 3.2). Tags are original vertex ids (VID_o).
 *
 * The lines form a list in the order in which they were stored. Ticks only rise, so the oldest line is the first, and those
 * whose life span is over come before all others: replacing and purging look at the head of the list alone. Every operation
 * takes amortised constant time a vertex.
 *
 * To overwrite a vertex's embedding is to give the vertex another line: the next one that is free, going round. A quarter
 * more lines than vertices are kept for that, so that rows are written in ascending order whatever vertices they belong to,
 * which is twice as fast as writing where the vertices were.
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
  /** Vertices at most. */
  readonly capacity: number;
  /** Floats of an embedding. */
  readonly width: number;
  /** Ticks that a line lives after the one it was stored in. */
  readonly lifeSpan: number;
  /** What a tick is. */
  readonly lifeSpanUnit: LifeSpanUnit;

  readonly #rows: EmbeddingRows;
  /** How many vertices the arrays hold, and how many lines they have for them; the first is line 1. */
  #room = 0;
  #lines = 0;
  /** Records of the lines; that of line 0 closes the list to a ring: its NEWER is the oldest line. */
  #records = new Uint32Array(WORDS);
  /** 1 where a line holds a vertex. */
  #taken = new Uint8Array(1);
  #tags = new TagTable(1);
  /** The line that was taken last. */
  #hand = 0;
  #size = 0;
  #now = 0;
  /** Keeps the compiler from leaving out the touching. */
  #touched = 0;
  readonly #counts = { searched: 0, hits: 0, stored: 0, overwritten: 0, evicted: 0, expired: 0 };

  /**
   * An empty cache.
   *
   * @throws {UsageError} for a capacity, a width or a life span that cannot be.
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

  /** Vertices that a search finds now. */
  get size(): number {
    return this.#size;
  }

  /** Bytes that the cache takes now. */
  get bytes(): number {
    return this.#rows.bytes + this.#records.byteLength + this.#taken.byteLength + this.#tags.bytes;
  }

  /** What the cache has done since it was made. */
  get counts(): EmbeddingCacheCounts {
    return { ...this.#counts };
  }

  /**
   * HECStore: embeddings of vertices, at age 0. A vertex that is there has its embedding overwritten; where the cache is full
   * another takes the place of the oldest (oldest cache-line first), of equally old ones that which was stored first.
   *
   * @param ids VID_o. Where one comes twice its later embedding stays.
   * @param embeddings `ids.length x width`, row-major.
   * @throws {UsageError} where there are not as many embeddings as ids.
   */
  store(ids: Uint32Array, embeddings: Float32Array): void {
    if (embeddings.length !== ids.length * this.width) {
      throw new UsageError({
        action: "store embeddings",
        current: `${embeddings.length} floats for ${ids.length} vertices`,
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

  /** Reads where the tags lie that will be written and, in a full cache, those that may have to go. */
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

  /** A new line for a vertex, the newest of all. */
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

  /** The next free line, going round. At least a fifth of the lines is free, so a round of n lines finds n / 5. */
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
    // The new lines are free, all of them.
    this.#hand = this.#lines;
    this.#lines = lines;
    this.#room = vertices;
  }

  /**
   * HECSearch: the line of each vertex that is there, {@linkcode MISS} for the others. Lines hold until the next `store` or
   * `tick`.
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
   * HECLoad: copies the embeddings of hits, one below the other.
   *
   * @param hits Lines that `search` answered, without the misses.
   * @param into Row-major, `width` columns.
   * @param firstRow Row of `into` for the first of them; 0 by default.
   * @throws {UsageError} for a line that holds no vertex, as a miss, or rows past the end of `into`.
   */
  load(hits: Uint32Array, into: Float32Array, firstRow = 0): void {
    if (
      !(Number.isInteger(firstRow) && firstRow >= 0 && (firstRow + hits.length) * this.width <= into.length)
    ) {
      throw new UsageError({
        action: "load embeddings",
        current: `${hits.length} of them from row ${firstRow} on, in a matrix of ${into.length} floats`,
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

  /**
   * An iteration or an epoch has ended. Where the life span counts those, every line is a tick older, and those past their
   * life span are purged.
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
