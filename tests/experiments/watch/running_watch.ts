/** The loop `watch` as a process, with its lines. @module */
import { join } from "node:path";
import { Running } from "../../running_program.ts";

const CONDITIONS = ["--profile", "smoke", "--graph", "ring.txt", "--width", "8", "--threads", "1"];

/** Edges of a small graph, with a third column. */
export const RING = Array.from(
  { length: 300 },
  (_, v) => `${v} ${(v + 1) % 300} 1\n${v} ${(v * 7) % 300} 2`,
).join("\n");

/** The loop `watch`, and what it has said since it was last heard. */
export class RunningWatch extends Running {
  /** Starts `watch` in a folder that has a graph; `launcher` is that of the repository to run. */
  constructor(folder: string, args: readonly string[], launcher = "launch.ts") {
    super(
      ["run", "--quiet", "-A", launcher, "watch", ...args, ...CONDITIONS],
      { GNN_REPRO_CACHE: join(folder, "cache") },
      folder,
    );
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
}

/** Command lines of all processes that name a folder. */
export function processesOf(folder: string): string[] {
  // In a locale without Unicode `ps` writes an accent of a folder's name in another way.
  const options = { args: ["-ww", "-e", "-o", "args="], env: { LC_ALL: "C.UTF-8" } };
  const { stdout } = new Deno.Command("ps", options).outputSync();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(folder));
}
