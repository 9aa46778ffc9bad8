/**
 * The C yardstick: its products are the oracle's on any shape, device and instruction set, and a machine
 * without a compiler says so.
 *
 * @module
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { yardstickKernel } from "../../../experiments/peers/yardstick/kernel.ts";
import { compileYardstick, YARDSTICK_VARIABLE } from "../../../experiments/peers/yardstick/library.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { openX86Device } from "../../../hardware/cpu/x86/device.ts";
import { RandomStream } from "../../../platform/random.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";
import { testLab } from "../lab.ts";

const { path: library, reason } = await compileYardstick();
const absent = NO_MACHINE_CODE ?? reason;
if (library !== undefined) Deno.env.set(YARDSTICK_VARIABLE, library);
if (absent !== undefined) console.log(`yardstick: not tested, ${absent}`);

/** A graph of `vertices` with repeated columns and empty rows. */
function drawGraph(vertices: number, edges: number) {
  const stream = new RandomStream(vertices, "yardstick");
  const ends = () => Uint32Array.from({ length: edges }, () => stream.below(vertices));
  return csrFromEdges({ vertices, source: ends(), target: ends() });
}

Deno.test({
  name: "the yardstick computes what the oracle does, weighted and not, at all widths, on our threads",
  ignore: absent !== undefined,
  fn: async () => {
    const device = openX86Device({ threads: 2, memoryBytes: 2 ** 26 });
    try {
      const lab = testLab(device);
      for (const vertices of [1, 37, 500]) {
        const graph = drawGraph(vertices, 6 * vertices);
        for (const matrix of [graph, gcnNormalise(graph)]) {
          for (const width of [1, 4, 8, 12, 16, 20, 60, 64, 68, 100, 128, 132, 256, 260, 300]) {
            const features = randomFeatures(vertices, width, width);
            const trial = spmmTrial(lab, { matrix, features, width, kernel: yardstickKernel });
            const prepared = await trial.prepare();
            const report = await prepared.check();
            assert.ok(report.ok, `${vertices} x ${width}: ${JSON.stringify(report.worst)}`);
            await prepared.recheck(5);
            prepared.destroy();
          }
        }
      }
      assert.equal(device.ledger.live, 0);
    } finally {
      device.close();
    }
  },
});

Deno.test({
  name: "the library is compiled once for a source, compiler and CPU",
  ignore: reason !== undefined,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const paths = [await compileYardstick(folder), await compileYardstick(folder)].map(({ path }) => path!);
      assert.equal(basename(paths[0]), basename(library!));
      assert.equal(paths[0], paths[1]);
      assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name), [basename(library!)]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("without a compiler the reason is words, and no file is left", async () => {
  const folder = await Deno.makeTempDir();
  const path = Deno.env.get("PATH")!;
  try {
    // Tests that run beside this one ask for git.
    for (const place of path.split(":").map((each) => `${each}/git`)) {
      if (existsSync(place) && !existsSync(`${folder}/git`)) await Deno.symlink(place, `${folder}/git`);
    }
    const before = [...Deno.readDirSync(folder)].length;
    Deno.env.set("PATH", folder);
    const { os, arch } = Deno.build;
    const wanted = os === "linux" && arch === "x86_64" ? /^no program cc$/ : /^a machine of/;
    assert.match((await compileYardstick(folder)).reason ?? "", wanted);
    assert.equal([...Deno.readDirSync(folder)].length, before);
  } finally {
    Deno.env.set("PATH", path);
    await Deno.remove(folder, { recursive: true });
  }
});
