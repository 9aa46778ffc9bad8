import assert from "node:assert/strict";
import { listenForInterrupt } from "../../platform/interrupt.ts";
import { Interrupted } from "../../platform/interrupted.ts";

const MODULE = new URL("../../platform/interrupt.ts", import.meta.url).href;
const UNSUPPORTED = Deno.build.os === "windows";

/** A process of its own that listens, then runs `code`; each line it prints can be awaited. */
function startChild(code: string, env: Readonly<Record<string, string>> = {}) {
  const script = `import { listenForInterrupt } from "${MODULE}";\n${code}\n`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-lock", "--no-check", `data:text/typescript,${encodeURIComponent(script)}`],
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  return {
    child,
    async line(): Promise<string | undefined> {
      while (!buffered.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        buffered += value;
      }
      const end = buffered.indexOf("\n");
      const line = buffered.slice(0, end);
      buffered = buffered.slice(end + 1);
      return line;
    },
  };
}

for (const name of ["SIGINT", "SIGTERM"] as const) {
  Deno.test({
    name: `the first ${name} aborts and lets the program finish`,
    ignore: UNSUPPORTED,
    fn: async () => {
      const { child, line } = startChild(`
        using interrupt = listenForInterrupt();
        const alive = setInterval(() => {}, 1000);
        console.log("listening");
        await new Promise((resolve) => interrupt.signal.addEventListener("abort", resolve));
        clearInterval(alive);
        console.log(interrupt.signal.reason.name, interrupt.signal.reason.message);
        Deno.exitCode = interrupt.signal.reason.exitCode;`);
      assert.equal(await line(), "listening");
      child.kill(name);
      assert.match(
        await line() ?? "",
        new RegExp(`^Interrupted Cannot go on: found ${name}, wanted .* Next: resume with`),
      );
      assert.equal(await line(), undefined);
      assert.equal((await child.status).code, 130);
    },
  });
}

Deno.test({
  name:
    "a later second signal, and not an echo of the first, ends a program that does not stop, with exit code 130",
  ignore: UNSUPPORTED,
  fn: async () => {
    const { child, line } = startChild(`
      let clock = 0;
      performance.now = () => clock;
      const interrupt = listenForInterrupt();
      interrupt.signal.addEventListener("abort", () => console.log("aborted"));
      Deno.addSignalListener("SIGINT", () => console.log("heard"));
      Deno.addSignalListener("SIGUSR1", () => console.log(clock += 500));
      setInterval(() => {}, 1000);
      console.log("listening");`);
    assert.equal(await line(), "listening");
    child.kill("SIGINT");
    assert.equal(await line(), "aborted");
    assert.equal(await line(), "heard");
    // What a launcher passes on of the same keypress is no second signal.
    child.kill("SIGINT");
    assert.equal(await line(), "heard");
    // The child's own clock goes on half a second.
    child.kill("SIGUSR1");
    assert.equal(await line(), "500");
    child.kill("SIGTERM");
    const { code, signal } = await child.status;
    assert.deepEqual([code, signal], [130, null]);
    assert.equal(await line(), undefined);
  },
});

Deno.test({
  name: "under the launcher late echoes of a keypress end nothing, and only the launcher's own signal does",
  ignore: UNSUPPORTED,
  fn: async () => {
    const { child, line } = startChild(
      `
      let clock = 0;
      performance.now = () => clock += 10_000;
      const interrupt = listenForInterrupt();
      interrupt.signal.addEventListener("abort", () => console.log("aborted"));
      Deno.addSignalListener("SIGINT", () => console.log("heard"));
      setInterval(() => {}, 1000);
      console.log("listening");`,
      { GNN_REPRO_LAUNCHER_PID: String(Deno.pid) },
    );
    assert.equal(await line(), "listening");
    child.kill("SIGINT");
    assert.equal(await line(), "aborted");
    assert.equal(await line(), "heard");
    for (let echo = 0; echo < 3; echo++) {
      child.kill("SIGINT");
      assert.equal(await line(), "heard");
    }
    child.kill("SIGUSR1");
    const { code, signal } = await child.status;
    assert.deepEqual([code, signal], [130, null]);
    assert.equal(await line(), undefined);
  },
});

Deno.test("listening does not keep a program alive", async () => {
  const { child, line } = startChild(`listenForInterrupt(); console.log("done");`);
  assert.equal(await line(), "done");
  assert.equal((await child.status).code, 0);
  assert.equal(await line(), undefined);
});

Deno.test({
  name: "after disposal a signal has its usual effect",
  ignore: UNSUPPORTED,
  fn: async () => {
    const { child, line } = startChild(`
      { using _ = listenForInterrupt(); }
      setInterval(() => {}, 1000);
      console.log("deaf");`);
    assert.equal(await line(), "deaf");
    child.kill("SIGTERM");
    assert.equal((await child.status).signal, "SIGTERM");
    assert.equal(await line(), undefined);
  },
});

for (const launched of [false, true]) {
  Deno.test({
    name: `after disposal an echo of the keypress that aborted ends nothing, ${
      launched ? "under the launcher" : "and a later signal ends the program with exit code 130"
    }`,
    ignore: UNSUPPORTED,
    fn: async () => {
      const { child, line } = startChild(
        `
        let clock = 0;
        performance.now = () => clock;
        Deno.addSignalListener("SIGHUP", () => console.log(clock += 500));
        Deno.addSignalListener("SIGTERM", () => console.log("heard"));
        setInterval(() => {}, 1000);
        {
          using interrupt = listenForInterrupt();
          console.log("listening");
          await new Promise((resolve) => interrupt.signal.addEventListener("abort", resolve));
        }
        console.log("disposed");`,
        launched ? { GNN_REPRO_LAUNCHER_PID: String(Deno.pid) } : {},
      );
      assert.equal(await line(), "listening");
      child.kill("SIGINT");
      assert.equal(await line(), "disposed");
      child.kill("SIGTERM");
      // Two signals at once may be heard in either order.
      assert.equal(await line(), "heard");
      child.kill("SIGHUP");
      assert.equal(await line(), "500");
      if (launched) child.kill("SIGUSR1");
      else child.kill("SIGTERM");
      const { code, signal } = await child.status;
      assert.deepEqual([code, signal], [130, null]);
      assert.equal(await line(), launched ? undefined : "heard");
    },
  });
}

Deno.test("an interruption is an error that says how to resume", () => {
  const error = new Interrupted("SIGINT");
  assert.equal(error.name, "Interrupted");
  assert.match(error.message, /--session/);
  const { signal, [Symbol.dispose]: dispose } = listenForInterrupt();
  assert.equal(signal.aborted, false);
  dispose();
});
