/**
 * Forecast in the lines of progress.
 *
 * @module
 */
import assert from "node:assert/strict";
import { Progress } from "../../../../experiments/session/progress/progress.ts";

/** Lines that ten comparisons of a suite print, of which the first one takes `first` seconds, all others 1. */
function lines(first: number, once: number): string[] {
  const { now } = performance, { error } = console, printed: string[] = [];
  let seconds = 0;
  performance.now = () => 1000 * seconds;
  console.error = (text: string) => printed.push(text);
  try {
    const names = Array.from({ length: 10 }, (_, i) => `own/suite ${i}`);
    using progress = new Progress(names);
    names.forEach((name, i) => {
      progress.begin(name);
      seconds += i === 0 ? first : 1;
      progress.end("ok", i === 0 ? once : 0);
    });
  } finally {
    performance.now = now;
    console.error = error;
  }
  return printed;
}

Deno.test("what a run does once, such as starting a peer, is not expected of the comparisons ahead", () => {
  assert.match(lines(9, 8)[0], /own\/suite 0 {2}ok in 9 s {2}\(about 9 s left\)/);
  assert.match(lines(9, 0)[0], /ok in 9 s {2}\(about 1 min 21 s left\)/);
});
