/**
 * Files of tests, by the pass of `tests/run.ts` that runs them.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

const home = fileURLToPath(new URL("..", import.meta.url));

/** A change of the environment, which tests that run at once share: they are threads of one process. */
const CHANGES_ENVIRONMENT = /\bDeno\.env\.(set|delete)\(/;
/**
 * Modules that a test imports to run on the adapter at hand. `real_graphs_test.ts` opens a device itself and
 * is left out: on SwiftShader it takes minutes, and the stand-ins' graphs are as irregular.
 */
const ON_ADAPTER = /"[^"]*\/(any_adapter|every_backend|every_kernel)\.ts"/;

/**
 * Folders whose tests run on SwiftShader, too: the device, its kernels, and training that never leaves it.
 * Tests in other folders put these together, and would find little more on a second driver.
 */
const ON_SWIFTSHADER = ["tests/hardware", "tests/kernels", "tests/training/mini_batch/resident"];
/** Tests within these that ask what is chosen by a clock of their own, which no driver changes. */
const OF_CHOICES = "tests/kernels/tuning/";
/** Folders whose tests run by Dawn, too: the device, and the kernels that take most of a training. */
const BY_DAWN = ["tests/hardware/webgpu", "tests/kernels/spmm", "tests/kernels/gemm"];
/** Tests in these folders that are of WebGPU alone: Dawn's SwiftShader takes seconds for a pipeline. */
const OF_WEBGPU = /hardware\/webgpu\/|_webgpu_test\.ts$/;

/** Paths from the repository's root, in order. */
export interface TestFiles {
  /** Run at once. */
  readonly together: readonly string[];
  /** Run one after the other, since they change the environment. */
  readonly alone: readonly string[];
  /** Those of `together` that run once more on the bundled SwiftShader. */
  readonly onSwiftShader: readonly string[];
  /** Those of `together` that run once more by Dawn. */
  readonly byDawn: readonly string[];
}

/** Texts of the tests below a folder of the repository, by path. */
async function textsBelow(folder: string): Promise<(readonly [path: string, text: string])[]> {
  const found: (readonly [string, string])[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${home}/${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await textsBelow(path));
    else if (name.endsWith("_test.ts")) found.push([path, await Deno.readTextFile(`${home}/${path}`)]);
  }
  return found.sort();
}

/** Finds all files of tests. */
export async function testFiles(): Promise<TestFiles> {
  const texts = await textsBelow("tests");
  const changes = (text: string) => CHANGES_ENVIRONMENT.test(text);
  const pathsOf = (suits: (text: string, path: string) => boolean) =>
    texts.filter(([path, text]) => suits(text, path)).map(([path]) => path);
  const on = (folders: readonly string[]) => (text: string, path: string) =>
    ON_ADAPTER.test(text) && !changes(text) && folders.some((folder) => path.startsWith(`${folder}/`));
  return {
    together: pathsOf((text) => !changes(text)),
    alone: pathsOf(changes),
    onSwiftShader: pathsOf(on(ON_SWIFTSHADER)).filter((path) => !path.startsWith(OF_CHOICES)),
    byDawn: pathsOf(on(BY_DAWN)).filter((path) => OF_WEBGPU.test(path)),
  };
}
