/**
 * Ranks as MPI processes that `mpirun` starts on this machine.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../../platform/errors.ts";
import { cacheFolder } from "../../../platform/files/user_folders.ts";
import { type RankJob, STALL_SECONDS } from "../communicator.ts";
import { RankError } from "../rank_error.ts";
import { workOf } from "../rank_job.ts";
import { JobFolder } from "./job_folder.ts";
import { findInstallation } from "./launcher.ts";
import { endByCode, readEnd } from "./reported_end.ts";
import { launcherArguments, launcherEnvironment } from "./launcher_arguments.ts";

/**
 * Environment variable with the flags of `deno run` of this program, permissions and the size of its heap, as
 * a JSON array, set by its launcher so that ranks get the same flags.
 */
export const RANK_FLAGS_VARIABLE = "GNN_REPRO_RANK_FLAGS";

/** Milliseconds for `mpirun` to end its ranks after it was told to. */
const GOODBYE_MS = 5000;
/**
 * Milliseconds for `mpirun` to end once the job has: that of Open MPI 4.1 may block for ever in its own last
 * steps, with all ranks dead.
 */
const LINGER_MS = 10_000;
/** Milliseconds between two looks at whether the job has ended. */
const LOOK_MS = 500;
/** Characters kept of the output of launcher and ranks. */
const TEXT_CHARACTERS = 64 * 1024;

/** Job of MPI ranks. */
export interface MpiRankJob extends RankJob {
  /**
   * Flags of `deno run` for every rank, above all permissions: FFI for the library, reading the repository,
   * reading and writing the cache folder, the variables of {@link MPI_LAUNCH_VARIABLES}. The value of
   * {@link RANK_FLAGS_VARIABLE} by default.
   */
  readonly flags?: readonly string[];
  /** Absolute path of `mpirun`; that of `GNN_REPRO_MPIRUN`, else of `PATH`, when absent. */
  readonly launcher?: string;
  /** Callback for standard output and standard error of ranks and launcher, as they arrive. */
  readonly onText?: (text: string) => void;
  /** Callback for the process ids of all ranks once they run. */
  readonly onStart?: (pids: readonly number[]) => void;
}

/**
 * Starts `mpirun` with one Deno process a rank, runs a function on all and returns the result of each, in the
 * order of ranks. The input is copied to each rank, including `SharedArrayBuffer`s.
 *
 * @throws {RankError} where a rank throws, leaves or is killed: `mpirun` ends the others within seconds.
 * @throws {MissingError} where there is no MPI; {@link UsageError} where no flags are given, or an input
 * cannot be cloned.
 */
export async function startMpiRanks<Output>(job: MpiRankJob): Promise<Output[]> {
  const work = workOf(job);
  const { ranks, signal, stallSeconds = STALL_SECONDS } = job;
  const flags = job.flags ?? flagsGiven();
  signal?.throwIfAborted();
  const { launcher, family, library } = await findInstallation(job.launcher);
  const folder = await JobFolder.make(join(cacheFolder(), "ranks"));
  try {
    // From here to the listener of `follow`, nothing gives way to a signal.
    signal?.throwIfAborted();
    folder.writeOrder({ work, stallSeconds, library: { family, path: library } });
    job.own?.forEach((own, rank) => folder.writeOwn(rank, own));
    const program = fileURLToPath(new URL("./rank_process.ts", import.meta.url));
    const child = new Deno.Command(launcher, {
      args: [
        ...launcherArguments({ family, ranks }),
        ...[Deno.execPath(), "run", "--quiet", "--no-prompt", ...flags, program, folder.path],
      ],
      env: launcherEnvironment(family),
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const end = await follow(child, job, folder);
    signal?.throwIfAborted();
    const outputs = folder.readOutputs();
    if ((end.code === 0 || end.lingered) && outputs?.length === ranks) return outputs as Output[];
    throw errorOf({ ranks, folder, ...end });
  } finally {
    folder.remove();
  }
}

function flagsGiven(): string[] {
  const text = Deno.env.get(RANK_FLAGS_VARIABLE);
  if (text) return JSON.parse(text) as string[];
  throw new UsageError({
    action: "start MPI ranks",
    current: "no flags for them",
    wanted: "the flags of deno run that every rank gets",
    next: `start by deno task, or pass flags: ["--allow-ffi=...", ...]`,
  });
}

/** End of the launcher. */
interface LauncherEnd extends Pick<Deno.CommandStatus, "code" | "signal"> {
  /** Last output of launcher and ranks. */
  readonly text: string;
  /** Whether the launcher had to be killed after the job's end. */
  readonly lingered: boolean;
}

/** Waits for the launcher to end, on its own or after the job's signal. */
async function follow(
  child: Deno.ChildProcess,
  { ranks, signal, onText, onStart }: MpiRankJob,
  folder: JobFolder,
): Promise<LauncherEnd> {
  let text = "", lingered = false, timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      text = (text + chunk).slice(-TEXT_CHARACTERS);
      onText?.(chunk);
    }
  };
  const tell = (name: Deno.Signal) => {
    try {
      child.kill(name);
    } catch {
      // The process has ended in the meantime.
    }
  };
  const onAbort = () => {
    tell("SIGTERM");
    timer = setTimeout(() => tell("SIGKILL"), GOODBYE_MS);
  };
  signal?.addEventListener("abort", onAbort);
  const watch = onStart && setInterval(() => {
    const pids = Array.from({ length: ranks }, (_, rank) => folder.readPid(rank));
    if (pids.includes(undefined)) return;
    clearInterval(watch);
    onStart(pids as number[]);
  }, 10);
  let ended: number | undefined;
  const look = setInterval(() => {
    if (folder.hasEnded() || readEnd(text, () => undefined).reason !== undefined) ended ??= performance.now();
    if (ended === undefined || performance.now() - ended < LINGER_MS) return;
    lingered = true;
    tell("SIGKILL");
  }, LOOK_MS);
  try {
    const [status] = await Promise.all([child.status, read(child.stdout), read(child.stderr)]);
    return { ...status, text, lingered };
  } finally {
    clearInterval(look);
    clearInterval(watch);
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Error that names the first rank to die, and its reason. */
function errorOf(
  { ranks, folder, text, code, signal }: LauncherEnd & {
    readonly ranks: number;
    readonly folder: JobFolder;
  },
): RankError {
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  const named = readEnd(text, (pid) => all.find((rank) => folder.readPid(rank) === pid));
  const byCode = named.reason === undefined && signal === null ? endByCode(code) : {};
  const { lostHost, ...end } = { ...named, ...byCode };
  const onLost = lostHost === undefined ? undefined : all.find((rank) => folder.readHost(rank) === lostHost);
  const told = { ...end, ...(onLost !== undefined && { rank: onLost }) };
  const words = all.flatMap((rank) => {
    const word = folder.readLastWord(rank);
    return word ? [{ rank, ...word }] : [];
  }).sort((a, b) => a.at - b.at);
  // A killed rank wrote no report, and other ranks may have failed because of it.
  const isKilled = byCode.reason !== undefined;
  const word = words.find(({ rank }) => rank === told.rank) ??
    (told.rank === undefined && !isKilled ? words[0] : undefined);
  const lines = text.split("\n").map((line) => line.trim()).filter((line) =>
    line !== "" && !/^-+$/.test(line)
  );
  const silent = signal === null
    ? `mpirun ended: ${lines.slice(0, 3).join(" ") || "without a word"}`
    : `mpirun was ended by ${signal}`;
  const reason = word?.reason ?? told.reason ?? silent;
  return new RankError({
    rank: word?.rank ?? told.rank,
    engine: "mpi",
    reason,
    code: word?.code ?? told.code ?? code,
  });
}
