/**
 * A version of a kernel, in a process of its own: it has loaded the files as they were when it started, and
 * keeps them whatever is saved later. A crash or an endless loop ends this version alone.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { RANK_FLAGS_VARIABLE } from "../../distributed/communicator/mpi/start_ranks.ts";
import type { PreparedContender, TimedContender } from "../../hardware/measuring/timed_contender.ts";
import type { Roofline } from "../../hardware/models/roofline.ts";
import { type ErrorParts, ReproError } from "../../platform/errors.ts";
import { HOME_URL } from "./home.ts";
import { linesOf } from "./lines.ts";
import {
  type Checked,
  checkedSchema,
  type Opened,
  openedSchema,
  type Reply,
  replySchema,
  rooflineSchema,
  timedSchema,
  type VersionSubject,
} from "./worker_messages.ts";

const WORKER = fileURLToPath(new URL("version_worker.ts", import.meta.url));
/** Longest silence of a version: a kernel that takes longer has an endless loop. */
const LONGEST_WAIT_MS = 120_000;
/** Lines of a crash that are shown. */
const LAST_LINES = 6;

/** A version that does not load, compile, or answer; its message is for the author. Exit code 1. */
export class BrokenVersion extends ReproError {
  /** Text for the author, with file and line where they are known. */
  readonly text: string;

  /** Builds the message from the text, or from parts: an unreadable graph is no fault of a kernel. */
  constructor(text: string, parts?: ErrorParts) {
    super(
      parts ?? {
        action: "run the kernel",
        current: text,
        wanted: "a version that compiles and answers",
        next: "correct it and save",
      },
    );
    this.text = text;
  }
}

/** Process of a version. */
export class Version {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncIterator<string>;
  readonly #said: Promise<string>;
  #turn: Promise<unknown> = Promise.resolve();
  #ended = false;
  #opened: Opened | undefined;

  /** Starts a process, which loads the files as they are now. */
  constructor() {
    const flags = JSON.parse(Deno.env.get(RANK_FLAGS_VARIABLE) ?? '["--allow-all"]') as string[];
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...flags, WORKER],
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = linesOf(this.#child.stdout);
    this.#said = new Response(this.#child.stderr).text();
  }

  /**
   * Opens the device and prepares the kernel.
   *
   * @throws {BrokenVersion} where it does not load or compile.
   */
  async open(subject: VersionSubject): Promise<void> {
    this.#opened = await this.#ask("open", { subject }, openedSchema);
  }

  /** Device of the version, and what its times are measured with. */
  get opened(): Opened {
    return this.#opened!;
  }

  /** Poisons the output, computes once and compares with the oracle. */
  check(): Promise<Checked> {
    return this.#ask("check", {}, checkedSchema);
  }

  /** Limits of the device, by the harness's own probes. */
  roofline(): Promise<Roofline> {
    return this.#ask("roofline", {}, rooflineSchema);
  }

  /** Contender of a comparison. Its memory is that of its own process. */
  contender(id: string): TimedContender {
    return { id, bytes: 0, prepare: () => this.#prepare() };
  }

  async #prepare(): Promise<PreparedContender> {
    await this.#ask("prepare", {}, z.unknown());
    return {
      time: async (calls) => (await this.#ask("time", { calls }, timedSchema)).ms,
      leastSampleMs: this.opened.leastSampleMs,
      recheck: async (seed) => void await this.#ask("recheck", { seed }, z.unknown()),
      // An error of the release shows at the next request.
      destroy: () => void this.#ask("release", {}, z.unknown()).catch(() => {}),
    };
  }

  /** Sends a request once all earlier ones are answered. */
  #ask<T>(op: string, members: Readonly<Record<string, unknown>>, schema: z.ZodType<T>): Promise<T> {
    const answer = this.#turn.catch(() => {}).then(() => this.#exchange(op, members));
    this.#turn = answer;
    return answer.then((done) => schema.parse(done));
  }

  async #exchange(op: string, members: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.#ended) throw new BrokenVersion("a version that has ended");
    const request = new TextEncoder().encode(`${JSON.stringify({ op, ...members })}\n`);
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#kill();
      reject(new BrokenVersion(`no answer to "${op}" in ${LONGEST_WAIT_MS / 1000} s: an endless loop?`));
    }, LONGEST_WAIT_MS);
    const answer = this.#writer.write(request).catch(() => {}).then(() => this.#reply());
    const reply = await Promise.race([answer, late]).finally(() => clearTimeout(timer));
    if ("failed" in reply) throw new BrokenVersion(reply.failed, reply.parts);
    return reply.done;
  }

  /** The next reply; a kernel may print other lines. */
  async #reply(): Promise<Reply> {
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw new BrokenVersion(await this.#endText());
      if (!value.startsWith('{"done"') && !value.startsWith('{"failed"')) continue;
      return replySchema.parse(JSON.parse(value));
    }
  }

  async #endText(): Promise<string> {
    this.#ended = true;
    const { code, signal } = await this.#child.status;
    const said = (await this.#said).replaceAll(HOME_URL, "").trim().split("\n");
    const text = said.slice(0, LAST_LINES).join("\n");
    return text || `a process that ended ${signal === null ? `with code ${code}` : `by ${signal}`}`;
  }

  #kill(): void {
    this.#ended = true;
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended in the meantime.
    }
  }

  /** Ends the process at once: nothing of it is kept. */
  async close(): Promise<void> {
    this.#kill();
    await Promise.all([this.#child.status, this.#writer.abort().catch(() => {}), this.#said]);
    await this.#lines.return?.();
  }
}
