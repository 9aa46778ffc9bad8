/**
 * Progress display of a run: one line that is rewritten on a terminal, plain lines elsewhere, and a heartbeat
 * where there is none for long. The display goes to standard error, so that standard output has the result of
 * `--json` alone.
 *
 * @module
 */
import { isObeyingTerminal, terminalColumns } from "../../../platform/command_line/terminal.ts";
import type { EarlierSeconds } from "../../../results/history/expected_seconds.ts";
import { RemainingTime } from "../../../results/history/remaining_time.ts";
import { formatSeconds } from "../../../platform/text/time.ts";
import { absoluteTime } from "../../../platform/absolute_time.ts";
import { Heartbeat } from "./heartbeat.ts";

/** Progress over known comparisons. */
export class Progress implements Disposable {
  #total: number;
  readonly #left: RemainingTime;
  readonly #quiet: boolean;
  readonly #live: boolean;
  readonly #heartbeat: Heartbeat | undefined;
  #done = 0;
  #title = "";
  #begun = 0;
  #lastWidth = 0;

  /**
   * Takes the names of the comparisons, and the seconds that comparisons took in earlier runs; `quiet`
   * prints nothing at all. `waitingMs` says how long the run has waited for its device.
   */
  constructor(names: readonly string[], { quiet = false, earlier = {}, waitingMs = () => undefined }: {
    readonly quiet?: boolean;
    readonly earlier?: EarlierSeconds;
    readonly waitingMs?: () => number | undefined;
  } = {}) {
    this.#total = names.length;
    this.#left = new RemainingTime(names, earlier);
    this.#quiet = quiet;
    this.#live = !quiet && isObeyingTerminal(Deno.stderr);
    this.#heartbeat = quiet ? undefined : new Heartbeat({ waitingMs, live: this.#live });
  }

  /** Takes the names of further comparisons, which results have asked for. */
  more(names: readonly string[]): void {
    this.#total += names.length;
    this.#left.add(names);
  }

  /** A comparison begins. */
  begin(name: string): void {
    this.#title = name;
    this.#begun = performance.now();
    this.#heartbeat?.tell({ title: name, begun: absoluteTime() });
    this.detail("");
  }

  /** Contender and phase of the comparison in progress, for the heartbeat alone: costs no output. */
  phase(text: string): void {
    this.#heartbeat?.tell({ phase: text });
  }

  /** Something about the comparison in progress; shown on a terminal, and by a heartbeat elsewhere. */
  detail(text: string): void {
    this.phase(text);
    if (this.#live) {
      this.#rewrite(`${this.#position()} ${this.#title}${text && `  ${text}`}${this.#timeLeft()}`);
    }
  }

  /**
   * The comparison in progress ended. Of its seconds `once` went into what a run does once, such as starting
   * a peer, and say nothing about the comparisons ahead.
   */
  end(outcome: string, once = 0): void {
    const seconds = (performance.now() - this.#begun) / 1000;
    this.#done++;
    this.#left.finish(this.#title, Math.max(0, seconds - once));
    this.#heartbeat?.tell({ title: "", phase: "", begun: absoluteTime() });
    this.line(
      `${this.#position()} ${this.#title}  ${outcome} in ${formatSeconds(seconds)}${this.#timeLeft()}`,
    );
  }

  /** Counts the comparison in progress as one that an earlier run finished. */
  skip(): void {
    this.#done++;
    this.#left.skip(this.#title);
  }

  /** Prints a separate line. */
  line(text: string): void {
    if (this.#quiet) return;
    if (this.#live) this.#rewrite("");
    console.error(text);
    // A line before the first comparison says what comes next.
    this.#heartbeat?.tell({ printed: absoluteTime(), ...(this.#title === "" && { phase: text }) });
    this.#lastWidth = 0;
  }

  /** Ends the heartbeat. */
  [Symbol.dispose](): void {
    this.#heartbeat?.[Symbol.dispose]();
  }

  #position(): string {
    const width = String(this.#total).length;
    return `[${String(this.#done).padStart(width)}/${this.#total}]`;
  }

  #timeLeft(): string {
    const { seconds } = this.#left;
    if (seconds === undefined || this.#done >= this.#total) return "";
    return `  (about ${formatSeconds(seconds)} left)`;
  }

  #rewrite(text: string): void {
    const width = terminalColumns(Deno.stderr) - 1;
    const shown = text.length > width ? `${text.slice(0, width - 1)}…` : text;
    const padded = shown.padEnd(this.#lastWidth);
    Deno.stderr.writeSync(new TextEncoder().encode(`\r${padded}${shown === "" ? "\r" : ""}`));
    this.#lastWidth = shown.length;
  }
}
