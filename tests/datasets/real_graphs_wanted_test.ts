import assert from "node:assert/strict";
import { join } from "node:path";
import type { DatasetFile } from "../../datasets/dataset.ts";
import { assertRealGraphs } from "../../datasets/load.ts";
import { DataError, MissingError } from "../../platform/errors.ts";
import { sha256 } from "../../platform/files/digest.ts";
import { registerEdgeList } from "./edge_list_record.ts";
import { text } from "./formats/small_files.ts";

const TRIANGLE = text("0 1\n1 2\n2 0\n");

/** Registers a triangle with a file of its own, which can be fetched where it says so. */
function register(id: string, { obtain, url }: { readonly obtain?: string; readonly url?: string } = {}) {
  const file: DatasetFile = { name: `${id}.txt`, need: "graph", sha256: sha256(TRIANGLE) };
  const files = [{ ...file, ...(url !== undefined && { url }) }];
  return registerEdgeList(id, files, obtain === undefined ? {} : { obtain }).id;
}

const present = register("wanted-present");
const absent = ["wanted-a", "wanted-b"].map((id) => register(id, { url: `http://127.0.0.1/${id}.txt` }));
const asked = register("wanted-asked", { obtain: "Ask its authors." });

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const refusalOf = (names: readonly string[], folder: string, maxStoredEdges = Infinity) =>
  assertRealGraphs(names, { dataDir: folder, environmentDir: "", cacheDir: folder, maxStoredEdges })
    .then(() => undefined, (error: unknown) => error);

Deno.test("all graphs that are not there are named, and one command fetches those that can be", () =>
  withFolder(async (folder) => {
    await Deno.writeFile(join(folder, `${present}.txt`), TRIANGLE);
    assert.equal(await refusalOf([present, "reddit@1/16"], folder), undefined);
    const error = await refusalOf([present, ...absent, asked, absent[0], "reddit@1/16"], folder);
    assert.ok(error instanceof MissingError);
    assert.equal(
      error.message,
      "Cannot load wanted-a, wanted-b, wanted-asked without stand-ins: " +
        "found files not found (wanted-a, wanted-b, wanted-asked), " +
        "wanted real graphs within the profile's size. " +
        "Next: deno task datasets fetch wanted-a wanted-b, or name the folder that has them with --data-dir; " +
        "wanted-asked: Ask its authors.",
    );
    const one = await refusalOf([asked], folder);
    assert.ok(one instanceof MissingError);
    assert.match(
      one.message,
      /wanted-asked without a stand-in: found files not found, .* Next: Ask its authors\.$/,
    );
  }));

Deno.test("a graph above the maximum asks for a larger profile, and not for its files", () =>
  withFolder(async (folder) => {
    const error = await refusalOf(absent.slice(0, 1), folder, 5);
    assert.ok(error instanceof MissingError);
    assert.match(
      error.message,
      /found 6 stored edges, above the maximum of 5, .* Next: choose a larger profile$/,
    );
  }));

Deno.test("a damaged copy is a damaged copy, also before anything is loaded", () =>
  withFolder(async (folder) => {
    const path = join(folder, `${present}.txt`);
    await Deno.writeFile(path, TRIANGLE.slice(0, 5));
    const error = await refusalOf([present], folder);
    assert.ok(error instanceof DataError);
    assert.equal(error.place.file, path);
  }));
