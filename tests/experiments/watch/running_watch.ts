/** The loop `watch` as a process, with its lines. @module */
import { join } from "node:path";

const CONDITIONS = ["--profile", "smoke", "--graph", "ring.txt", "--width", "8", "--threads", "1"];

/** Edges of a small graph, with a third column. */
export const RING = Array.from(
  { length: 300 },
  (_, v) => `${v} ${(v + 1) % 300} 1\n${v} ${(v * 7) % 300} 2`,
).join("\n");

/** A loop that runs, with its lines. */
export class Running {
  /** Its process. */
  readonly child: Deno.ChildProcess;
  /** Words that nobody has heard yet. */
  said = "";
  readonly #reading: Promise<unknown>;

  /** Starts `watch` in a folder that has a graph; `launcher` is that of the repository to run. */
  constructor(folder: string, args: readonly string[], launcher = "launch.ts") {
    this.child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "-A", launcher, "watch", ...args, ...CONDITIONS],
      cwd: folder,
      env: { NO_COLOR: "1", RUST_BACKTRACE: "0", GNN_REPRO_CACHE: join(folder, "cache") },
      stdout: "piped",
      stderr: "piped",
      stdin: "null",
      detached: true,
    }).spawn();
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) this.said += text;
    };
    this.#reading = Promise.all([read(this.child.stdout), read(this.child.stderr)]);
  }

  /** Waits for words beyond those that were said before, and forgets all until then. */
  async hear(words: RegExp): Promise<string> {
    const deadline = performance.now() + 120_000;
    for (;;) {
      const found = this.said.match(words);
      if (found) {
        const heard = this.said;
        this.said = "";
        return heard;
      }
      if (performance.now() > deadline) throw new Error(`did not say ${words}: ${this.said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits for its end; returns the exit code. */
  async end(): Promise<number> {
    const { code } = await this.child.status;
    await this.#reading;
    return code;
  }
}

/** Command lines of all processes that name a folder. */
export function processesOf(folder: string): string[] {
  const { stdout } = new Deno.Command("ps", { args: ["-ww", "-e", "-o", "args="] }).outputSync();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(folder));
}
