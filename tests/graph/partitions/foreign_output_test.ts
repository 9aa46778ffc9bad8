import assert from "node:assert/strict";
import { type OUTPUT_SYMBOLS, withOutputToErrors } from "../../../graph/partitions/foreign_output.ts";

type OutputSymbols = Deno.DynamicLibrary<typeof OUTPUT_SYMBOLS>["symbols"];

/** C library that holds its output back, with descriptors 1 and 2; `most` is the number that it can open. */
class SmallLibrary {
  /** File of each open descriptor. */
  readonly open: string[] = ["in", "out", "errors"];
  readonly written: Record<string, string[]> = { out: [], errors: [] };
  #held: string[] = [];

  constructor(readonly most = 4) {}

  print(text: string): void {
    this.#held.push(text);
  }

  readonly fflush = () => {
    this.written[this.open[1]].push(...this.#held.splice(0));
    return 0;
  };

  readonly symbols = {
    fflush: this.fflush,
    dup: (from: number) => this.open.length === this.most ? -1 : this.open.push(this.open[from]) - 1,
    dup2: (from: number, to: number) => {
      this.open[to] = this.open[from];
      return to;
    },
    close: (which: number) => {
      this.open.splice(which, 1);
      return 0;
    },
  } as unknown as OutputSymbols;
}

/** Output, by file, of a library that prints before, within and after a call. */
function writtenBy(library: SmallLibrary, symbols: Partial<OutputSymbols> = library.symbols) {
  library.print("before");
  const result = withOutputToErrors(symbols, () => {
    library.print("within");
    return 7;
  });
  library.print("after");
  library.fflush();
  assert.equal(result, 7);
  assert.deepEqual(library.open, ["in", "out", "errors"], "no descriptor stays open or moved");
  return library.written;
}

Deno.test("what a library prints within a call alone is sent to standard error", () => {
  assert.deepEqual(writtenBy(new SmallLibrary()), { out: ["before", "after"], errors: ["within"] });
});

Deno.test("a call that throws leaves standard output as it was", () => {
  const library = new SmallLibrary(), failure = new Error("inside the library");
  const fails = () => {
    library.print("within");
    throw failure;
  };
  assert.throws(() => withOutputToErrors(library.symbols, fails), (error) => error === failure);
  assert.deepEqual(writtenBy(library).errors, ["within", "within"]);
});

Deno.test("without one of the functions, or another descriptor, the output goes where the library sends it", () => {
  const all = { out: ["before", "within", "after"], errors: [] };
  assert.deepEqual(writtenBy(new SmallLibrary(3)), all);
  for (const name of ["fflush", "dup", "dup2", "close"] as const) {
    const library = new SmallLibrary();
    assert.deepEqual(writtenBy(library, { ...library.symbols, [name]: null }), all, name);
  }
});
