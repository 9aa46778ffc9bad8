/**
 * Communicator of ranks that are MPI processes.
 *
 * @module
 */
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { Collectives, type ExchangeCall, type SplitChoice } from "../collectives.ts";
import type { Communicator, Exchange, Payload } from "../communicator.ts";
import {
  checkHeader,
  type Header,
  HEADER_WORDS,
  MAX_WORDS,
  payloadOf,
  wordsOf,
  writeHeader,
} from "../message.ts";
import type { Progressing, UnderWay } from "../under_way.ts";
import { checkMpi, handlePlace, MPI_UNDEFINED, pinnedWords } from "./library.ts";
import type { MpiProcess, MpiRequest } from "./process.ts";
import { plural } from "../../../platform/text/plural.ts";

/**
 * MPI communicators of one group. MPI pairs collective operations by their order on a communicator. The
 * second half of an exchange begins when its first half is done, at a different moment on each rank, so each
 * half has a communicator of its own.
 */
export interface MpiHandles {
  /** Communicator of blocking operations. */
  readonly blocking: bigint;
  /** Communicator of announcements. */
  readonly announcements: bigint;
  /** Communicator of the announced contents. */
  readonly contents: bigint;
}

/** Splits the three communicators of `of`; collective over `of`. Returns `undefined` without a color. */
function splitHandles(
  { library }: MpiProcess,
  { of, color, key }: { readonly of: bigint; readonly color: number | undefined; readonly key: number },
): MpiHandles | undefined {
  const part = () => {
    const place = handlePlace();
    checkMpi(
      library,
      library.mpi.MPI_Comm_split(of, color ?? MPI_UNDEFINED, key, place),
      "split a communicator",
    );
    return place[0];
  };
  const handles = { blocking: part(), announcements: part(), contents: part() };
  return color === undefined ? undefined : handles;
}

/** Group of MPI processes. */
export interface MpiGroup {
  /** MPI communicators of the group. */
  readonly handles: MpiHandles;
  /** Rank of this process in the group. */
  readonly rank: number;
  /** Number of ranks in the group. */
  readonly size: number;
  /** Whether ranks wait for each other without a time limit. */
  readonly patient: boolean;
}

/** Communicator that sends its messages through an MPI library. */
export class MpiCommunicator extends Collectives {
  /** Engine that transports the messages. */
  override readonly engine = "mpi" as const;
  readonly #process: MpiProcess;
  readonly #handles: MpiHandles;
  readonly #patient: boolean;
  /** Pending exchanges of this group, in the order of their beginning. */
  readonly #exchanges = new Set<MpiExchange<Payload>>();

  /** Creates this process's communicator of a group. */
  constructor(process: MpiProcess, group: MpiGroup) {
    super(group);
    this.#process = process;
    this.#patient = group.patient;
    this.#handles = group.handles;
  }

  /** Creates the communicator of all ranks of the world, with MPI communicators of its own. Collective. */
  static world(process: MpiProcess, { patient }: Pick<MpiGroup, "patient">): MpiCommunicator {
    const { rank, size, library: { constants } } = process;
    const handles = splitHandles(process, { of: constants.world, color: 0, key: rank })!;
    return new MpiCommunicator(process, { handles, rank, size, patient });
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryBroadcast(payload: Payload, header: Header, root: number): void {
    const announcement = pinnedWords(HEADER_WORDS);
    if (root === this.rank) writeHeader(announcement, 0, header);
    this.#broadcastWords(announcement, root);
    checkHeader(announcement, 0, { ...header, from: root });
    if (header.length > 0) this.#broadcastWords(wordsOf(payload), root);
  }

  #broadcastWords(words: Uint32Array | Int32Array, root: number): void {
    const { library: { mpi, constants: { int } } } = this.#process;
    // The library may write as long as the request lives, and this call outlives the request.
    const place = words as Uint32Array<ArrayBuffer>;
    const request = this.#process.request(
      place,
      (handle) => mpi.MPI_Ibcast(place, place.length, int, root, this.#handles.blocking, handle),
    );
    this.#until("take part in a broadcast", () => request.test());
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryExchange<T extends Payload>(
    outgoing: readonly T[],
    { onDone, ...call }: ExchangeCall,
  ): Exchange<T> {
    const exchange = new MpiExchange<T>(this.#process, {
      ...call,
      handles: this.#handles,
      outgoing,
      until: (action, done) => this.#until(action, done),
      // Contents begin in the order of exchanges on every rank.
      mayBegin: () => {
        for (const earlier of this.#exchanges) {
          if (earlier === exchange as unknown) return true;
          if (!earlier.contentsBegun) return false;
        }
        return true;
      },
      onDone: () => {
        this.#exchanges.delete(exchange as unknown as MpiExchange<Payload>);
        onDone();
      },
    });
    this.#exchanges.add(exchange as unknown as MpiExchange<Payload>);
    this.#process.underWay.add(exchange);
    return exchange;
  }

  /** Implements the method of {@link Collectives}. */
  protected override carryBarrier(): void {
    const { library: { mpi } } = this.#process;
    const request = this.#process.request(this, (handle) => mpi.MPI_Ibarrier(this.#handles.blocking, handle));
    this.#until("meet at a barrier", () => request.test());
  }

  /** See {@link Communicator.abort}. */
  override abort(reason: string): never {
    this.#process.abort(reason, 1);
  }

  /** Implements the method of {@link Collectives}. */
  protected override release(): void {
    const { library } = this.#process;
    for (const handle of Object.values(this.#handles) as bigint[]) {
      const place = handlePlace();
      place[0] = handle;
      checkMpi(library, library.mpi.MPI_Comm_free(place), "close a communicator");
    }
  }

  /** Implements the method of {@link Collectives}. */
  protected override get underWay(): UnderWay {
    return this.#process.underWay;
  }

  /** Implements the method of {@link Collectives}. */
  protected override token(): number {
    return 0;
  }

  /** Implements the method of {@link Collectives}. */
  protected override makePart({ color, key, group }: SplitChoice): Communicator | undefined {
    const handles = splitHandles(this.#process, { of: this.#handles.blocking, color, key });
    if (handles === undefined || group === undefined) return undefined;
    const { members } = group;
    const rank = members.indexOf(this.rank), size = members.length;
    // The function of a job gets this subgroup: only ranks that serve jobs wait without a limit.
    return new MpiCommunicator(this.#process, { handles, rank, size, patient: false });
  }

  #until(action: string, done: () => boolean): void {
    this.#process.until({ action, done, patient: this.#patient });
  }
}

/** Parts of which an exchange is made. */
interface MpiExchangeParts<T> extends ExchangeCall {
  readonly handles: MpiHandles;
  readonly outgoing: readonly T[];
  /** Waits for a condition, with the group's time limit. */
  readonly until: (action: string, done: () => boolean) => void;
  /** Whether the exchange's contents may begin to travel. */
  readonly mayBegin: () => boolean;
}

/** Counts and offsets, in words, of one array a rank in one buffer. */
interface Layout {
  readonly counts: Int32Array<ArrayBuffer>;
  readonly places: Int32Array<ArrayBuffer>;
  readonly total: number;
}

/** Pending exchange: announcements to all ranks, then the contents, into a buffer of exactly their size. */
class MpiExchange<T extends Payload> implements Exchange<T>, Progressing {
  readonly #process: MpiProcess;
  readonly #parts: Omit<MpiExchangeParts<T>, "outgoing">;
  readonly #size: number;
  readonly #sent: Layout & { readonly words: Uint32Array<ArrayBuffer> };
  readonly #announcements: Int32Array<ArrayBuffer>;
  readonly #announcing: MpiRequest;
  #contents: { request: MpiRequest; received: T[] } | undefined;
  #received: T[] | undefined;

  constructor(process: MpiProcess, { outgoing, ...parts }: MpiExchangeParts<T>) {
    this.#process = process;
    this.#parts = parts;
    const size = this.#size = outgoing.length;
    this.#sent = pack(outgoing);
    const { operation, element, sequence } = parts;
    const own = pinnedWords(size * HEADER_WORDS);
    const theirs = this.#announcements = pinnedWords(size * HEADER_WORDS);
    for (const [r, { length }] of outgoing.entries()) {
      writeHeader(own, r * HEADER_WORDS, { operation, element, sequence, length });
    }
    const { mpi, constants: { int } } = process.library;
    this.#announcing = process.request(
      [own, theirs],
      (handle) =>
        mpi.MPI_Ialltoall(
          own,
          HEADER_WORDS,
          int,
          theirs,
          HEADER_WORDS,
          int,
          parts.handles.announcements,
          handle,
        ),
    );
  }

  /** Whether the transfer of contents has begun. */
  get contentsBegun(): boolean {
    return this.#contents !== undefined;
  }

  progress(): void {
    if (this.#received !== undefined) return;
    if (this.#contents === undefined) {
      if (!this.#announcing.test() || !this.#parts.mayBegin()) return;
      this.#contents = this.#beginContents();
    }
    if (!this.#contents.request.test()) return;
    this.#received = this.#contents.received;
    // What was sent is a copy: its memory does not wait for the garbage collector.
    this.#sent.words.buffer.transfer(0);
    this.#process.underWay.delete(this);
    this.#parts.onDone();
  }

  test(): boolean {
    this.#process.underWay.progress();
    return this.#received !== undefined;
  }

  wait(): T[] {
    this.#parts.until("end an exchange", () => this.#received !== undefined);
    return this.#received!;
  }

  #beginContents(): { request: MpiRequest; received: T[] } {
    const { operation, element, sequence, handles } = this.#parts;
    const lengths = Array.from(
      { length: this.#size },
      (_, from) =>
        checkHeader(this.#announcements, from * HEADER_WORDS, {
          operation,
          element,
          sequence,
          from,
        }),
    );
    const layout = layoutOf(lengths);
    const words = allocate(layout.total);
    const sent = this.#sent;
    const { mpi, constants: { int } } = this.#process.library;
    const request = this.#process.request([sent, layout, words], (handle) =>
      mpi.MPI_Ialltoallv(
        ...[sent.words, sent.counts, sent.places, int] as const,
        ...[words, layout.counts, layout.places, int, handles.contents, handle] as const,
      ));
    const received = lengths.map((length, r) =>
      payloadOf<T>(element, words.subarray(layout.places[r], layout.places[r] + length))
    );
    return { request, received };
  }
}

function layoutOf(lengths: readonly number[]): Layout {
  const counts = pinnedWords(lengths.length), places = pinnedWords(lengths.length);
  let total = 0;
  for (const [r, length] of lengths.entries()) {
    counts[r] = length;
    places[r] = total;
    total += length;
    if (total > MAX_WORDS) throw tooMuch(total);
  }
  return { counts, places, total };
}

function allocate(words: number): Uint32Array<ArrayBuffer> {
  try {
    return new Uint32Array(new ArrayBuffer(words * 4));
  } catch {
    throw tooMuch(words);
  }
}

/** Packs one array a rank into one buffer; an array that several ranks receive is stored once. */
function pack(outgoing: readonly Payload[]): Layout & { readonly words: Uint32Array<ArrayBuffer> } {
  const distinct = [...new Set(outgoing)];
  const packed = layoutOf(distinct.map(({ length }) => length));
  const words = allocate(packed.total);
  for (const [i, payload] of distinct.entries()) words.set(wordsOf(payload), packed.places[i]);
  const counts = pinnedWords(outgoing.length), places = pinnedWords(outgoing.length);
  for (const [r, payload] of outgoing.entries()) {
    counts[r] = payload.length;
    places[r] = packed.places[distinct.indexOf(payload)];
  }
  return { counts, places, total: packed.total, words };
}

function tooMuch(words: number): OutOfMemoryError {
  return new OutOfMemoryError({
    action: "exchange arrays",
    current: `${plural(words, "word")} at one rank`,
    wanted: `at most ${MAX_WORDS}, and memory for them`,
    next: "send in pieces",
  });
}
