/**
 * Trainings through the launcher, in a folder of their own, for tests.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize } from "node:v8";
import type { TrainingDocument } from "../experiments/train/training_folder.ts";
import { EXIT } from "../platform/errors.ts";

const LAUNCH = fileURLToPath(new URL("../launch.ts", import.meta.url));

/** Folder of a test, with a cache of its own. */
export class Place {
  readonly folder: string = Deno.makeTempDirSync();
  readonly #variables: Readonly<Record<string, string>>;

  /** Makes the folder; `variables` are those of all programs that are started in it. */
  constructor(variables: Readonly<Record<string, string>> = {}) {
    this.#variables = variables;
  }

  /** Begins a verb. */
  start(args: readonly string[], program: readonly string[] = []): Deno.ChildProcess {
    const [command, ...rest] = [...program, Deno.execPath(), "run", "-A", "--quiet", LAUNCH, ...args];
    return new Deno.Command(command, {
      args: rest,
      cwd: this.folder,
      env: {
        NO_COLOR: "1",
        GNN_REPRO_CACHE: join(this.folder, "cache"),
        OMPI_ALLOW_RUN_AS_ROOT: "1",
        OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: "1",
        ...this.#variables,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  /** Process ids of the MPI ranks that run, once all of them have started. */
  rankIds(ranks: number): number[] | undefined {
    try {
      const jobs = join(this.folder, "cache", "ranks");
      const [{ name: job }] = [...Deno.readDirSync(jobs)];
      const read = (rank: number) => deserialize(Deno.readFileSync(join(jobs, job, `${rank}.pid`)));
      return Array.from({ length: ranks }, (_, rank) => read(rank));
    } catch {
      return undefined;
    }
  }

  /** Number of the last epoch of which a rank has a checkpoint; 0 before the first. */
  lastEpoch(rank: number): number {
    try {
      const [{ name }] = [...Deno.readDirSync(join(this.folder, "out"))];
      const files = [...Deno.readDirSync(join(this.folder, "out", name, "checkpoints"))];
      const epochs = files.map(({ name }) => /^epoch-(\d+)\.rank-(\d+)\.checkpoint$/.exec(name) ?? []);
      return Math.max(
        0,
        ...epochs.filter(([, , of]) => Number(of) === rank).map(([, epoch]) => Number(epoch)),
      );
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof TypeError)) throw error;
      return 0;
    }
  }

  /** Begins a training. */
  spawn(args: readonly string[], program?: readonly string[]): Deno.ChildProcess {
    return this.start(["train", ...args, "--out", join(this.folder, "out")], program);
  }

  /** Runs a verb to its end. */
  async run(args: readonly string[]) {
    return await ended(this.start(args));
  }

  /** Trains to the end. */
  async train(args: readonly string[], program?: readonly string[]) {
    return await ended(this.spawn(args, program));
  }

  /** Trains to the end, which must be good, and returns the document. */
  async document(args: readonly string[], program?: readonly string[]): Promise<TrainingDocument> {
    const { code, out, err } = await this.train([...args, "--json"], program);
    assert.equal(code, EXIT.ok, err);
    return JSON.parse(out);
  }
}

/** Outcome of a program, with all that it has printed. */
export async function ended(child: Deno.ChildProcess): Promise<{ code: number; out: string; err: string }> {
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** Runs a test in a folder that is removed afterwards. */
export async function inPlace<T>(
  body: (place: Place) => Promise<T>,
  variables?: Readonly<Record<string, string>>,
): Promise<T> {
  const place = new Place(variables);
  try {
    return await body(place);
  } finally {
    await Deno.remove(place.folder, { recursive: true });
  }
}

/** Losses and scores of all epochs. */
export const learned = ({ epochs }: TrainingDocument) => epochs.map(({ loss, scores }) => ({ loss, scores }));

/** Waits until a condition holds; fails after two minutes. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    try {
      if (holds()) return;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    assert.ok(performance.now() < end, "waited two minutes");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
