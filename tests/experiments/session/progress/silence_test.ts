import assert from "node:assert/strict";
import { Silence } from "../../../../experiments/session/progress/silence.ts";
import type { RunStatus } from "../../../../experiments/session/progress/status_board.ts";

/** Lines of a watch that looks every 5 s at a run whose status is a function of the second. */
function linesOf(seconds: number, statusAt: (second: number) => Partial<RunStatus>): [number, string][] {
  const silence = new Silence(), lines: [number, string][] = [];
  for (let second = 0; second <= seconds; second += 5) {
    const quiet = { title: "fastgl/figure-6 mag", phase: "match, counting", begun: 0, printed: 0 };
    const changes = Object.entries(statusAt(second)).map(([name, at]) =>
      [name, typeof at === "number" ? 1000 * at : at] as const
    );
    const line = silence.look(
      { ...quiet, turned: 1000 * second, ...Object.fromEntries(changes) },
      1000 * second,
    );
    if (line !== undefined) lines.push([second, line]);
  }
  return lines;
}

Deno.test("a run that prints nothing is heard of every 30 seconds: comparison, contender, phase and time", () => {
  assert.deepEqual(linesOf(70, () => ({})), [
    [30, "... fastgl/figure-6 mag: match, counting  for 30 s now"],
    [60, "... fastgl/figure-6 mag: match, counting  for 1 min 0 s now"],
  ]);
});

Deno.test("a run that prints a line every 20 seconds needs no other", () => {
  assert.deepEqual(linesOf(200, (second) => ({ printed: 20 * Math.floor(second / 20) })), []);
});

Deno.test("a line says that the GPU does not answer, or that the host computes without a pause", () => {
  const [[, waiting]] = linesOf(30, () => ({ waiting: 4 }));
  assert.equal(
    waiting,
    "... fastgl/figure-6 mag: match, counting  for 30 s now, waiting for the GPU for 26 s",
  );
  const [[, short]] = linesOf(30, () => ({ waiting: 29 }));
  assert.doesNotMatch(short, /GPU/);
  // A wait of 2 s at the last turn that was noted, 9 s ago: it may have ended since.
  const [[, stale]] = linesOf(30, () => ({ turned: 21, waiting: 19 }));
  assert.doesNotMatch(stale, /GPU/);
  // What the run waited for before it began to compute is not known any more.
  const [[, busy]] = linesOf(30, () => ({ turned: 5, waiting: 4 }));
  assert.equal(
    busy,
    "... fastgl/figure-6 mag: match, counting  for 30 s now, the host computes without a pause for 25 s",
  );
});

Deno.test("outside of comparisons a run names its phase, or says that it is between two of them", () => {
  const [[, line]] = linesOf(30, () => ({ title: "", phase: "verdicts and report" }));
  assert.equal(line, "... verdicts and report  for 30 s now");
  const [[, bare]] = linesOf(30, () => ({ title: "", phase: "" }));
  assert.equal(bare, "... between two comparisons  for 30 s now");
});
