/**
 * The loop of a kernel's author: on every save of its files the kernel is compiled, checked, and timed
 * against the version before and the operation's baseline.
 *
 * @module
 */
import { extname } from "node:path";
import { isTimed } from "../../hardware/emulated.ts";
import { datasetOrFile } from "../../datasets/user_graph.ts";
import { EXIT, ReproError, UsageError } from "../../platform/errors.ts";
import { Interrupted } from "../../platform/interrupted.ts";
import { resolveParameters } from "../../kernels/kernel.ts";
import { findKernel } from "../../kernels/registry.ts";
import { profileOf } from "../profiles.ts";
import { unknownName } from "../../platform/unknown_name.ts";
import { userKernel } from "../peers/user_kernels/user_kernel.ts";
import { counted } from "../../platform/text/plural.ts";
import { allKernels, kernelsNamed } from "../named_kernels.ts";
import { KernelFiles } from "./kernel_files.ts";
import { type PassResult, timePass } from "./pass.ts";
import { passLine } from "./pass_line.ts";
import { assemblyErrors } from "./run_deno.ts";
import { nextSave } from "./saves.ts";
import { UserFile } from "./user_file.ts";
import { BrokenVersion, Version } from "./version.ts";
import type { WatchedFiles } from "./watched_files.ts";
import type { VersionSubject } from "./worker_messages.ts";

/** Operations that can be watched, each with the kernel that others are compared with. */
const BASELINES: Readonly<Record<string, string>> = { spmm: "row-split" };

/** Options of the loop. */
export interface WatchOptions extends Omit<VersionSubject, "operation" | "kernel" | "file"> {
  /** Name of the kernel, `spmm/row-split` or `row-split`, or the file of a user's. */
  readonly kernel: string;
  /** Whether one pass is all. */
  readonly once: boolean;
  /** Also time on an adapter that emulates a GPU. */
  readonly allowSoftware: boolean;
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** Ends the loop. */
  readonly signal: AbortSignal;
}

/**
 * The kernel of a name, or of a user's file.
 *
 * @throws {UsageError} for a name that is no kernel's, a kernel that cannot be watched, a file that cannot be
 * taken, or parameters of one.
 */
function watchedKernel(
  { kernel: name, parameters, profile }: WatchOptions,
): Pick<VersionSubject, "operation" | "kernel" | "file"> {
  const action = `watch kernel ${JSON.stringify(name)}`;
  // Ids have no suffix; a file that is no kernel is refused by its own.
  if (extname(name) !== "") {
    const { id, file } = userKernel(name, { profile });
    if (Object.keys(parameters).length === 0) return { operation: "spmm", kernel: id, file: file!.path };
    throw new UsageError({
      action,
      current: "--param beside a file",
      wanted: "a kernel of the harness, whose parameters are declared",
      next: "leave --param out, and write the numbers into the file",
    });
  }
  const [found] = kernelsNamed(name).filter((named) => named.name.split("/")[0] in BASELINES);
  if (found !== undefined) return { operation: found.name.split("/")[0], kernel: found.kernel.id };
  const watched = allKernels().filter((named) => named.name.split("/")[0] in BASELINES);
  const names = [...new Set(watched.map((named) => `${named.name.split("/")[0]}/${named.kernel.id}`))];
  if (kernelsNamed(name).length === 0) throw unknownName(action, name, names);
  throw new UsageError({
    action,
    current: "a kernel of another operation",
    wanted: `a kernel of ${Object.keys(BASELINES).join(" or ")}`,
    next: `name one of ${names.join(", ")}`,
  });
}

/**
 * Watches a kernel until the signal, or makes one pass.
 *
 * @returns the exit code of one pass: 0 for a right result, 1 for a wrong one or a version that does not run.
 * @throws {UsageError} for a name that is no kernel's, or no graph's, and a file that cannot be taken.
 * @throws {Interrupted} after the signal; no process is left.
 */
export async function watch(options: WatchOptions): Promise<number> {
  const { once, allowSoftware, say, signal, ...conditions } = options;
  const kernel = watchedKernel(options);
  // What is no graph is refused here, in one sentence, and not by a process of a version.
  datasetOrFile(conditions.graph);
  const loop = new Loop({ ...conditions, ...kernel }, { allowSoftware, once, say, signal });
  try {
    await loop.begin();
    for (;;) {
      const right = await loop.pass();
      if (once) return right ? EXIT.ok : EXIT.failed;
      await loop.nextSave();
    }
  } catch (error) {
    // What a version says while it is ended is of no interest.
    signal.throwIfAborted();
    throw error;
  } finally {
    await loop.close();
  }
}

/** Options of the loop itself. */
type LoopOptions = Pick<WatchOptions, "allowSoftware" | "once" | "say" | "signal">;

/** State of the loop between passes. */
class Loop {
  readonly #subject: VersionSubject;
  readonly #options: LoopOptions;
  #baseline!: Version;
  #roofline!: Awaited<ReturnType<Version["roofline"]>>;
  #files!: WatchedFiles;
  #digest = "";
  /** Digest of the AssemblyScript that was compiled last. */
  #assembly = "";
  /** The last right version. */
  #last: Version | undefined;
  /** Every process that may run. */
  readonly #running = new Set<Version>();

  constructor(subject: VersionSubject, options: LoopOptions) {
    this.#subject = subject;
    this.#options = options;
    options.signal.addEventListener("abort", () => void this.close(), { once: true });
  }

  get #baselineId(): string {
    return BASELINES[this.#subject.operation];
  }

  /** Opens the baseline, by which also device and roofline are known. */
  async begin(): Promise<void> {
    const { operation, kernel, file, parameters } = this.#subject;
    const baseline = { kernel: this.#baselineId, file: undefined, parameters: {} };
    this.#baseline = await this.#open({ ...this.#subject, ...baseline });
    const { name, backend, graph, note } = this.#baseline.opened;
    if (file === undefined) resolveParameters(findKernel(operation, kernel, backend), parameters);
    if (this.#isTimed) this.#roofline = await this.#baseline.roofline();
    this.#files = file === undefined
      ? await KernelFiles.of(operation, kernel, backend, this.#options.signal)
      : new UserFile(file);
    this.#assembly = this.#files.assemblyDigest();
    const { module, paths } = this.#files, { width } = this.#subject;
    const until = this.#options.once ? "" : " until Ctrl-C";
    this.#options.say(
      `${module} on ${name}, ${graph}, width ${width}; ${
        counted(paths.length, "file is", "files are")
      } watched${until}`,
    );
    if (note !== "") this.#options.say(`note: ${note}`);
  }

  get #isTimed(): boolean {
    return isTimed({ device: this.#baseline.opened, allowSoftware: this.#options.allowSoftware });
  }

  /** Compiles, checks and times the files as they are, and prints the line; whether the result is right. */
  async pass(): Promise<boolean> {
    const { signal } = this.#options;
    for (;;) {
      const before = this.#files.digest();
      const assembly = await this.#buildAssembly();
      if (assembly !== "") {
        this.#digest = before;
        return this.#refuse(assembly);
      }
      const [types, saved] = await Promise.all([
        this.#files.errors(signal),
        this.#open(this.#subject).catch((error: unknown) => error as Error),
      ]);
      // A version that was loading while files were saved may be of both.
      const isWhole = this.#files.digest() === before;
      await this.#files.refresh(signal);
      this.#digest = this.#files.digest();
      signal.throwIfAborted();
      if (isWhole && types === "" && saved instanceof Version) return await this.#judge(saved);
      if (saved instanceof Version) await this.#drop(saved);
      else if (!(saved instanceof ReproError)) throw saved;
      if (!isWhole) continue;
      return this.#refuse(types || textOf(saved as ReproError));
    }
  }

  /** Says why a version has no result. */
  #refuse(text: string): false {
    this.#options.say(`does not run\n    ${text.replaceAll("\n", "\n    ")}`);
    return false;
  }

  /** Compiles AssemblyScript that was saved since it was last compiled; returns the compiler's errors. */
  async #buildAssembly(): Promise<string> {
    const digest = this.#files.assemblyDigest();
    if (digest === this.#assembly) return "";
    const errors = await assemblyErrors(this.#options.signal);
    if (errors === "") this.#assembly = digest;
    return errors;
  }

  async #judge(saved: Version): Promise<boolean> {
    const { say, signal } = this.#options;
    const { profile, seed } = this.#subject;
    try {
      const check = await saved.check();
      const result: PassResult = { kernel: saved.opened.kernel, check };
      if (!check.ok || !this.#isTimed) {
        say(passLine(result, this.#baselineId));
        await this.#drop(saved);
        return check.ok;
      }
      const timed = await timePass({ saved, before: this.#last, baseline: this.#baseline }, {
        profile: profileOf(profile),
        seed,
        roofline: this.#roofline,
        signal,
      });
      say(passLine({ ...result, timed }, this.#baselineId));
      if (this.#last !== undefined) await this.#drop(this.#last);
      this.#last = saved;
      return true;
    } catch (error) {
      await this.#drop(saved);
      if (!(error instanceof ReproError) || error instanceof Interrupted) throw error;
      say(`${saved.opened.kernel}  WRONG: ${textOf(error)}`);
      return false;
    }
  }

  /** Waits for the next save. */
  async nextSave(): Promise<void> {
    await nextSave(this.#files, this.#digest, this.#options.signal);
  }

  async #open(subject: VersionSubject): Promise<Version> {
    const version = new Version();
    this.#running.add(version);
    try {
      await version.open(subject);
      return version;
    } catch (error) {
      await this.#drop(version);
      throw error;
    }
  }

  async #drop(version: Version): Promise<void> {
    this.#running.delete(version);
    await version.close();
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((version) => version.close()));
  }
}

function textOf(error: ReproError): string {
  return error instanceof BrokenVersion ? error.text : error.message;
}
