/**
 * A program in a process group of its own, to which signals are sent as a terminal sends them.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/** A program that has begun, and what it has said so far. */
export class Running {
  /** The process. */
  readonly child: Deno.ChildProcess;
  /** All that it has printed. */
  said = "";
  /** Whether it has ended. */
  ended = false;
  readonly #reading: Promise<unknown>;

  /** Starts Deno with these arguments, in the repository's folder unless another is told. */
  constructor(args: readonly string[], env: Record<string, string>, cwd: string = home) {
    this.child = new Deno.Command(Deno.execPath(), {
      args: [...args],
      cwd,
      env: { NO_COLOR: "1", RUST_BACKTRACE: "0", ...env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
      // A group of its own, as a shell gives to what it starts.
      detached: true,
    }).spawn();
    const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) this.said += text;
    };
    this.#reading = Promise.all([read(this.child.stdout), read(this.child.stderr)]);
    this.child.status.then(() => this.ended = true);
  }

  /** Waits for its end; returns the exit code. */
  async end(): Promise<number> {
    const { code } = await this.child.status;
    await this.#reading;
    return code;
  }

  /** Sends the signal that a terminal sends on Ctrl-C. */
  interrupt(): void {
    try {
      Deno.kill(-this.child.pid, "SIGINT");
    } catch (error) {
      // It has ended, and its exit code may be on its way still.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
