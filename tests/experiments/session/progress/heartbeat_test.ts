import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { StatusBoard } from "../../../../experiments/session/progress/status_board.ts";

const STATUS = { title: "own/x y", phase: "a, check", begun: 1, printed: 2, turned: 3 };

Deno.test("a status board of another thread's memory has the last status, cut to its room", () => {
  const board = new StatusBoard(), other = new StatusBoard(board.memory);
  assert.equal(other.read(), undefined);
  board.write(STATUS);
  assert.deepEqual(other.read(), STATUS);
  board.write({ ...STATUS, phase: "é".repeat(10_000), waiting: 7 });
  assert.deepEqual(other.read(), { ...STATUS, phase: "é".repeat(400), waiting: 7 });
});

/** A run whose host computes without a pause, with a heartbeat that looks at a clock 100 s ahead. */
const BUSY_RUN = `
  import { Heartbeat } from ${
  JSON.stringify(
    new URL("../../../../experiments/session/progress/heartbeat.ts", import.meta.url).href,
  )
};
  import { absoluteTime } from ${
  JSON.stringify(
    new URL("../../../../platform/absolute_time.ts", import.meta.url).href,
  )
};
  using heartbeat = new Heartbeat({ waitingMs: () => undefined, live: false, lookMs: 10 });
  const long = absoluteTime() - 100_000;
  heartbeat.tell({ title: "own/x y", phase: "a, check", begun: long, printed: long, turned: long });
  Deno.stdin.readSync(new Uint8Array(1));
`;

Deno.test("a heartbeat speaks while the host computes, and keeps no run alive", async () => {
  const run = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(run, BUSY_RUN);
    const config = fileURLToPath(new URL("../../../../deno.json", import.meta.url));
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--allow-read", "--config", config, run],
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    // The first line comes while the run's only thread is blocked, and lets it go on.
    const said: string[] = [];
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      if (said.push(text) === 1) await child.stdin.close();
    }
    assert.match(
      said.join(""),
      /^\.\.\. own\/x y: a, check {2}for .+ now, the host computes without a pause for .+\n$/,
    );
    assert.equal((await child.status).code, 0);
  } finally {
    await Deno.remove(run);
  }
});
