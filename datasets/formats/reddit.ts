/**
 * Reader of Reddit as DGL packs it: `reddit_graph.npz` (a SciPy matrix) and `reddit_data.npz` (`feature`,
 * `label`, `node_types`), in `reddit.zip` or as separate files.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { SeekableSource } from "./bytes/byte_source.ts";
import { readNpyLabels, splitByPart } from "./class_labels.ts";
import { npyFeatures } from "./dense_features.ts";
import type { FileSet, GraphFormat } from "./format.ts";
import { readNpy } from "./numpy/npy.ts";
import { openNpz } from "./numpy/npz.ts";
import { readSparsePattern } from "./numpy/scipy_sparse.ts";
import { openZip } from "./bytes/zip.ts";

/**
 * Greatest size of an inner archive that is deflated and so held in memory; the larger of the two has 1.3 GB
 * unpacked.
 */
const MAX_INNER_BYTES = 2 ** 31;
const MAX_VERTICES = 2 ** 26;

/** Finds a file by the end of its name, in `reddit.zip` or beside it. */
async function part(files: FileSet, suffix: string): Promise<SeekableSource | undefined> {
  const beside = files.names.find((name) => name.endsWith(suffix) && files.has(name));
  if (beside !== undefined) return files.get(beside);
  const archive = files.names.find((name) => name.endsWith(".zip"));
  if (archive === undefined) return undefined;
  const { entries } = await openZip(files.get(archive));
  return await entries.find(({ path }) => path.endsWith(suffix))?.seekable(MAX_INNER_BYTES);
}

/** Reader of DGL's Reddit. */
export const reddit: GraphFormat = {
  id: "reddit",
  title: "DGL's Reddit: reddit_graph.npz and reddit_data.npz",
  async read(files) {
    const graph = await part(files, "_graph.npz");
    if (graph === undefined) {
      throw new DataError({ file: files.names[0] ?? files.dataset }, {
        current: "no reddit_graph.npz",
        wanted: "it, in reddit.zip or beside",
        next: `deno task datasets fetch ${files.dataset}`,
      });
    }
    const edges = await readSparsePattern(await openNpz(graph));
    const { vertices } = edges;
    const inner = await part(files, "_data.npz");
    if (inner === undefined) return { edges, note: "No labels and features: reddit_data.npz not found." };

    const data = await openNpz(inner);
    const types = await readNpy(data.array("node_types"), "uint8", MAX_VERTICES);
    const denseFeatures = await npyFeatures(data.array("feature"), vertices);
    if (types.values.length !== vertices) {
      throw new DataError({ file: data.name, key: "node_types" }, {
        current: `${types.values.length} node types`,
        wanted: `one for each of ${vertices} vertices`,
        next: "download the file again",
      });
    }
    return {
      edges,
      ...await readNpyLabels(data.array("label"), vertices),
      split: splitByPart(types.values),
      denseFeatures,
      note: "",
    };
  },
};
