import assert from "node:assert/strict";
import { cardText, type GpuState, gpuStateText } from "../../hardware/gpu_state.ts";
import { FIRST_PATIENCE_MS, gpuState, parseGpuStates, stateOf } from "../../hardware/nvidia_smi.ts";
import { measureUnthrottled, throttledBy } from "../../hardware/measuring/throttling.ts";

/** In the format of `nvidia-smi --format=csv,noheader,nounits`. */
const PRINTED = `NVIDIA H200, 570.124.06, 143771, 1980, 3201, 41, 118.52, 0x0000000000000000
NVIDIA GeForce RTX 3090, 550.54.14, 24576, 1395, 9501, 86, 349.80, 0x0000000000000020
Quadro K620, 470.223.02, 2001, [N/A], [N/A], 44, [Not Supported], [N/A]

`;

Deno.test("states are read from what the driver's tool prints, and what it does not tell is absent", () => {
  const [h200, rtx, quadro, ...rest] = parseGpuStates(PRINTED);
  assert.deepEqual(rest, []);
  assert.deepEqual(h200, {
    name: "NVIDIA H200",
    driver: "570.124.06",
    memoryBytes: 143_771 * 2 ** 20,
    clockMHz: 1980,
    memoryClockMHz: 3201,
    celsius: 41,
    watts: 118.52,
    throttleReasons: 0,
  });
  assert.equal(rtx.throttleReasons, 0x20);
  assert.deepEqual(quadro, {
    name: "Quadro K620",
    driver: "470.223.02",
    memoryBytes: 2001 * 2 ** 20,
    celsius: 44,
  });
  assert.equal(gpuStateText(h200), "1980 MHz, memory 3201 MHz, 41 C, 118.52 W");
  for (const other of ["", "No devices were found", "NVIDIA-SMI has failed, because of the driver"]) {
    assert.deepEqual(parseGpuStates(other), []);
  }
});

Deno.test("a slowdown, or a clock that falls in the heat, is throttling; idle, capped and cool GPUs are not", () => {
  const cool = parseGpuStates(PRINTED)[0];
  assert.equal(throttledBy(cool, cool), undefined);
  assert.equal(throttledBy(undefined, undefined), undefined);
  for (const [reasons, wanted] of [[0x1, false], [0x4, false], [0x8, true], [0x24, true], [0x80, true]]) {
    const state = { ...cool, throttleReasons: reasons as number };
    assert.equal(throttledBy(cool, state) !== undefined, wanted, `${reasons}`);
    assert.equal(throttledBy(state, cool) !== undefined, wanted, `${reasons} before`);
  }
  const named = [[0x8, "hardware slowdown"], [0x20, "software thermal slowdown"]] as const;
  for (
    const [reasons, name] of [...named, [0x40, "hardware thermal slowdown"], [0x80, "power brake"]] as const
  ) {
    assert.match(
      throttledBy(cool, { ...cool, throttleReasons: reasons })!,
      new RegExp(`^throttled: ${name} \\(`),
    );
  }
  const slow = { ...cool, clockMHz: 1200 };
  assert.equal(throttledBy(cool, slow), undefined);
  // At 85 % of the clock, or below 80 degrees, nothing is said; nor where the driver tells no clock.
  const heat = (clockMHz: number, celsius: number) => throttledBy(cool, { ...cool, clockMHz, celsius });
  assert.deepEqual([heat(1683, 80), heat(1682, 79), heat(1682, 80)].map((text) => text !== undefined), [
    false,
    false,
    true,
  ]);
  const { clockMHz: _clock, ...untold } = { ...slow, celsius: 90 };
  assert.deepEqual([throttledBy(cool, untold), throttledBy(untold, untold)], [undefined, undefined]);
  assert.match(
    throttledBy(cool, { ...slow, celsius: 88 })!,
    /^throttled: clock fell from 1980 MHz \(1200 MHz,/,
  );
});

Deno.test("a throttled measurement is repeated once, then marked", async () => {
  const cool = parseGpuStates(PRINTED)[0], hot = parseGpuStates(PRINTED)[1];
  const run = async (states: readonly (GpuState | undefined)[]) => {
    const left = [...states];
    let measured = 0;
    const look = () => Promise.resolve(left.shift());
    const result = await measureUnthrottled(
      () => Promise.resolve(++measured),
      { before: look, after: look },
    );
    assert.equal(left.length, 0);
    return [result.measured, result.throttled?.split(" (")[0]];
  };
  assert.deepEqual(await run([cool, cool]), [1, undefined]);
  assert.deepEqual(await run([undefined, undefined]), [1, undefined]);
  assert.deepEqual(await run([cool, hot, cool, cool]), [2, undefined]);
  assert.deepEqual(await run([cool, hot, hot, hot]), [2, "throttled: software thermal slowdown"]);
});

Deno.test("the state of an adapter is that of the GPU of its name, whichever family and WebGPU", () => {
  const names = [
    "NVIDIA A10",
    "NVIDIA GeForce RTX 3080",
    "NVIDIA GeForce RTX 3080 Ti",
    "Tesla V100-SXM2-32GB",
  ];
  const states = ["NVIDIA A100-SXM4-80GB", ...names].map((name): GpuState => ({ name, driver: "550.54.14" }));
  const found = (name: string) => stateOf(name, states)?.name;
  for (const { name } of states) assert.equal(found(name), name);
  for (const { name } of states.toReversed()) assert.equal(stateOf(name, states.toReversed())?.name, name);
  assert.equal(found("tesla-v100-sxm2-32gb"), "Tesla V100-SXM2-32GB");
  assert.equal(found("NVIDIA GeForce RTX 3080 Ti/PCIe/SSE2"), "NVIDIA GeForce RTX 3080 Ti");
  for (const other of ["llvmpipe (LLVM 15.0.6, 256 bits)", "NVIDIA A1000", "Tesla V100", ""]) {
    assert.equal(found(other), undefined, other);
  }
});

Deno.test("doctor's words about a card are its driver's; what NVIDIA's does not tell is said to be missed", () => {
  const [h200, , quadro] = parseGpuStates(PRINTED);
  assert.equal(
    cardText("NVIDIA H200", h200),
    "driver 570.124.06, 140.4 GiB, 1980 MHz, memory 3201 MHz, 41 C, 118.52 W",
  );
  assert.equal(
    cardText("Quadro K620", { ...quadro, memoryBytes: 2 ** 31 }),
    "driver 470.223.02, 2 GiB, 44 C",
  );
  const { name, driver } = h200;
  assert.equal(cardText(name, { name, driver }), "driver 570.124.06");
  assert.match(cardText("nvidia-h200", undefined), /^nvidia-smi tells neither/);
  assert.equal(cardText("AMD Radeon RX 7900 XTX", undefined), "");
});

Deno.test("of several cards of one name the first is taken, and said to be one of them", () => {
  const [h200, rtx] = parseGpuStates(PRINTED);
  const found = stateOf("nvidia-h200", [rtx, h200, { ...h200, celsius: 70 }])!;
  assert.deepEqual([found.celsius, found.alike], [41, 2]);
  assert.match(
    gpuStateText(found),
    /^1980 MHz.* W, of the first of 2 alike, another of which may be meant$/,
  );
  assert.equal(stateOf("nvidia-h200", [rtx, h200])?.alike, undefined);
  assert.match(throttledBy(found, { ...found, throttleReasons: 0x40 })!, /first of 2 alike/);
});

Deno.test({
  name: "the tool is found on PATH, and asked by its query",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir(), before = Deno.env.get("PATH")!;
    try {
      const script =
        `#!/bin/sh\ncase "$1" in --query-gpu=name,driver_version,memory.total,*) ;; *) exit 1;; esac\n`;
      await Deno.writeTextFile(`${folder}/nvidia-smi`, `${script}cat <<'END'\n${PRINTED}END\n`, {
        mode: 0o755,
      });
      Deno.env.set("PATH", `${folder}:${before}`);
      assert.equal((await gpuState("NVIDIA GeForce RTX 3090"))?.celsius, 86);
      assert.equal((await gpuState("Quadro K620"))?.celsius, 44, "a family that does not name the maker");
      assert.equal(await gpuState("NVIDIA A100"), undefined);
      await Deno.writeTextFile(`${folder}/nvidia-smi`, `${script}sleep 1\ncat <<'END'\n${PRINTED}END\n`, {
        mode: 0o755,
      });
      assert.equal(await gpuState("NVIDIA H200", 100), undefined, "a tool that starts many GPUs, too late");
      assert.equal((await gpuState("NVIDIA H200", FIRST_PATIENCE_MS))?.celsius, 41, "and in time");
      await Deno.writeTextFile(
        `${folder}/nvidia-smi`,
        "#!/bin/sh\ntrap '' TERM\nexec sleep 600\n",
        { mode: 0o755 },
      );
      assert.equal(await gpuState("NVIDIA H200", 100), undefined, "a tool that no request ends");
      await Deno.writeTextFile(`${folder}/nvidia-smi`, "#!/bin/sh\nexit 9\n", { mode: 0o755 });
      assert.equal(await gpuState("NVIDIA H200"), undefined);
    } finally {
      Deno.env.set("PATH", before);
      await Deno.remove(folder, { recursive: true });
    }
  },
});
