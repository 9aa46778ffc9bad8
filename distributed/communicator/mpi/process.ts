/**
 * This process as an MPI rank; a process can have only one. No call blocks inside the library: every wait is
 * a loop of tests with short sleeps, so that waiting ranks leave their core to computing ones, whatever the
 * library does.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import { STALL_SECONDS } from "../communicator.ts";
import { RankError } from "../rank_error.ts";
import { UnderWay } from "../under_way.ts";
import { launchedRank } from "./launch_environment.ts";
import {
  absentMpi,
  checkMpi,
  findMpiLibraries,
  handlePlace,
  type MpiFamily,
  type MpiLibrary,
  openMpi,
  pinnedWords,
} from "./library.ts";
import { plural } from "../../../platform/text/plural.ts";

/** `MPI_THREAD_FUNNELED`: only one thread of a process calls the library. */
const THREAD_FUNNELED = 1;
/** Milliseconds of polling before a rank sleeps, and its first and longest sleep. */
const SPIN_MS = 0.3, FIRST_NAP_MS = 0.05, LONGEST_NAP_MS = 1;

/** Condition that a rank waits for. */
export interface MpiAwaited {
  /** Makes the possible progress and reports whether the condition holds. */
  readonly done: () => boolean;
  /** Action of the waiting rank, in the infinitive. */
  readonly action: string;
  /** Whether to wait without a time limit. */
  readonly patient?: boolean;
}

/** Options of joining the MPI world. */
export interface JoinOptions {
  /** MPI library to use; derived from the launcher's environment variables by default. */
  readonly library?: { readonly family: MpiFamily; readonly path: string };
  /** See `RankJob.stallSeconds`. */
  readonly stallSeconds?: number;
  /** Callback with reason and exit code before this rank ends the job. */
  readonly onAbort?: (reason: string, code: number) => void;
}

/** Pending MPI request with the arrays that it reads or writes, which stay referenced until it is done. */
export class MpiRequest {
  readonly #library: MpiLibrary;
  readonly #handle: BigUint64Array<ArrayBuffer> = handlePlace();
  readonly #flag: Int32Array<ArrayBuffer> = pinnedWords(1);
  #kept: unknown;

  /**
   * Starts a request; `begin` starts the operation with the place for its handle, `kept` holds everything
   * that it reads or writes.
   */
  constructor(library: MpiLibrary, kept: unknown, begin: (handle: BigUint64Array<ArrayBuffer>) => number) {
    this.#library = library;
    this.#kept = kept;
    checkMpi(library, begin(this.#handle), "begin an MPI operation");
  }

  /** Reports whether the request is done. */
  test(): boolean {
    if (this.#kept === undefined) return true;
    const { mpi, constants } = this.#library;
    checkMpi(
      this.#library,
      mpi.MPI_Test(this.#handle, this.#flag, constants.statusIgnore),
      "go on with an MPI operation",
    );
    if (this.#flag[0] === 0) return false;
    this.#kept = undefined;
    return true;
  }
}

/** This process in the world of MPI ranks. */
export class MpiProcess {
  /** MPI library of this process. */
  readonly library: MpiLibrary;
  /** Rank of this process. */
  readonly rank: number;
  /** Number of processes. */
  readonly size: number;
  /** Pending exchanges of this process. */
  readonly underWay: UnderWay = new UnderWay();
  /** Time limit of waits, see `RankJob.stallSeconds`; may be changed between jobs. */
  stallSeconds: number;
  readonly #nap = new Int32Array(new SharedArrayBuffer(4));
  readonly #onAbort: JoinOptions["onAbort"];
  #ended = false;

  /**
   * Initialises MPI.
   *
   * @throws {MissingError} where there is no library, or it does not match the launcher.
   */
  constructor({ library, stallSeconds = STALL_SECONDS, onAbort }: JoinOptions = {}) {
    const launched = launchedRank();
    this.library = openMpi(library ?? chooseLibrary(launched?.families));
    this.stallSeconds = stallSeconds;
    this.#onAbort = onAbort;
    const { mpi } = this.library;
    const provided = pinnedWords(1), rank = pinnedWords(1), size = pinnedWords(1);
    checkMpi(this.library, mpi.MPI_Init_thread(0n, 0n, THREAD_FUNNELED, provided), "initialise MPI");
    const { constants } = this.library;
    checkMpi(
      this.library,
      mpi.MPI_Comm_set_errhandler(constants.world, constants.errorsReturn),
      "set up MPI",
    );
    checkMpi(this.library, mpi.MPI_Comm_rank(constants.world, rank), "set up MPI");
    checkMpi(this.library, mpi.MPI_Comm_size(constants.world, size), "set up MPI");
    this.rank = rank[0];
    this.size = size[0];
    if (launched?.size !== undefined && launched.size !== this.size) {
      throw new MissingError({
        action: `join ${plural(launched.size, "rank")}`,
        current: `${this.size} in the world of ${this.library.path}`,
        wanted: "the MPI that the launcher belongs to",
        next: "load one MPI only, or hide the other: GNN_REPRO_HIDE_NATIVE=mpi_openmpi (or mpi_mpich)",
      });
    }
    // A rank that leaves by Deno.exit would otherwise leave the others waiting.
    globalThis.addEventListener("unload", () => {
      if (!this.#ended) this.abort(`it called Deno.exit(${Deno.exitCode})`, Deno.exitCode || 1);
    });
  }

  /** Begins an MPI operation. */
  request(kept: unknown, begin: (handle: BigUint64Array<ArrayBuffer>) => number): MpiRequest {
    return new MpiRequest(this.library, kept, begin);
  }

  /**
   * Waits for a condition; all pending exchanges progress meanwhile.
   *
   * @throws {RankError} where the wait exceeds {@link MpiProcess.stallSeconds}.
   */
  until({ done, action, patient = false }: MpiAwaited): void {
    const begun = performance.now();
    let nap = FIRST_NAP_MS;
    for (;;) {
      this.underWay.progress();
      if (done()) return;
      const waited = performance.now() - begun;
      if (waited < SPIN_MS) continue;
      if (!patient && waited >= this.stallSeconds * 1000) {
        const reason = `waited ${Math.round(waited / 1000)} s to ${action}`;
        throw new RankError({ rank: this.rank, engine: "mpi", reason });
      }
      Atomics.wait(this.#nap, 0, 0, nap);
      nap = Math.min(LONGEST_NAP_MS, nap * 1.25);
    }
  }

  /** Ends all ranks of the world, this one included. */
  abort(reason: string, code: number): never {
    this.#ended = true;
    try {
      this.#onAbort?.(reason, code);
    } finally {
      this.library.mpi.MPI_Abort(this.library.constants.world, code);
    }
    throw new RankError({ rank: this.rank, engine: "mpi", reason, code });
  }

  /** Waits until all ranks of the world call it, then finalises MPI in this process. */
  end(): void {
    if (this.#ended) return;
    const { mpi, constants } = this.library;
    const request = this.request(this, (handle) => mpi.MPI_Ibarrier(constants.world, handle));
    this.until({ action: "end", patient: true, done: () => request.test() });
    this.#ended = true;
    checkMpi(this.library, mpi.MPI_Finalize(), "end MPI");
  }
}

function chooseLibrary(families: readonly MpiFamily[] = ["openmpi", "mpich"]) {
  const found = findMpiLibraries();
  const chosen = families.map((family) => found.find((library) => library.family === family))
    .find((library) => library !== undefined);
  if (chosen) return chosen;
  throw absentMpi(`no library of ${families.join(" or ")}`);
}
