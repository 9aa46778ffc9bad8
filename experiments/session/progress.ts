/**
 * Progress display of a run: one line that is rewritten on a terminal, plain lines elsewhere. The display
 * goes to standard error, so that standard output has the result of `--json` alone.
 *
 * @module
 */
import { formatSeconds } from "../../results/report/number.ts";

/** Progress over a known number of comparisons. */
export class Progress {
  readonly #total: number;
  readonly #quiet: boolean;
  readonly #live: boolean;
  readonly #started = performance.now();
  #done = 0;
  #skipped = 0;
  #title = "";
  #lastWidth = 0;

  /** Takes the number of comparisons; `quiet` prints nothing at all. */
  constructor(total: number, { quiet = false }: { readonly quiet?: boolean } = {}) {
    this.#total = total;
    this.#quiet = quiet;
    this.#live = !quiet && Deno.stderr.isTerminal();
  }

  /** A comparison begins. */
  begin(title: string): void {
    this.#title = title;
    this.detail("");
  }

  /** Something about the comparison in progress; shown on a terminal only. */
  detail(text: string): void {
    if (this.#live) {
      this.#rewrite(`${this.#position()} ${this.#title}${text && `  ${text}`}${this.#timeLeft()}`);
    }
  }

  /** The comparison in progress ended. */
  end(outcome: string): void {
    this.#done++;
    this.line(`${this.#position()} ${this.#title}  ${outcome}${this.#timeLeft()}`);
  }

  /** Counts a comparison that an earlier run finished; its time does not enter the forecast. */
  skip(): void {
    this.#done++;
    this.#skipped++;
  }

  /** Prints a separate line. */
  line(text: string): void {
    if (this.#quiet) return;
    if (this.#live) this.#rewrite("");
    console.error(text);
    this.#lastWidth = 0;
  }

  #position(): string {
    const width = String(this.#total).length;
    return `[${String(this.#done).padStart(width)}/${this.#total}]`;
  }

  #timeLeft(): string {
    const measured = this.#done - this.#skipped;
    if (measured < 1 || this.#done >= this.#total) return "";
    const each = (performance.now() - this.#started) / 1000 / measured;
    return `  (about ${formatSeconds(each * (this.#total - this.#done))} left)`;
  }

  #rewrite(text: string): void {
    const width = columns() - 1;
    const shown = text.length > width ? `${text.slice(0, width - 1)}…` : text;
    const padded = shown.padEnd(this.#lastWidth);
    Deno.stderr.writeSync(new TextEncoder().encode(`\r${padded}${shown === "" ? "\r" : ""}`));
    this.#lastWidth = shown.length;
  }
}

function columns(): number {
  try {
    return Deno.consoleSize().columns;
  } catch {
    return 80;
  }
}
