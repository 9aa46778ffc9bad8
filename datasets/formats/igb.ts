/**
 * The Illinois Graph Benchmark, homogeneous: `edge_index.npy`, `node_label_19.npy` and `node_feat.npy`.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import { readNpyLabels } from "./class_labels.ts";
import { readEdgeIndex } from "./edge_index.ts";
import type { GraphFormat } from "./format.ts";
import { readNpy, readNpyHeader } from "./npy.ts";

/** Features of the largest graph that is held in memory. */
const MAX_FEATURES = 2 ** 32 - 1;

/** Reader of IGB's arrays. The labels' length says how many vertices there are; without them the greatest id does. */
export const igb: GraphFormat = {
  id: "igb",
  title: "IGB's npy arrays",
  async read(files) {
    const named = (stem: string) => files.names.find((name) => name.startsWith(stem)) ?? stem;
    const [labelFile, featureFile] = [named("node_label"), named("node_feat")];
    const labelled = files.has(labelFile) ? (await readNpyHeader(files.get(labelFile))).count : undefined;
    // The edges first: only they can make the number of vertices that a header claims believable.
    const edges = await readEdgeIndex(files.get(named("edge_index")), labelled);
    const labels = labelled === undefined ? {} : await readNpyLabels(files.get(labelFile), edges.vertices);
    if (!files.has(featureFile)) return { edges, ...labels, note: "" };

    const features = files.get(featureFile);
    const { shape } = await readNpyHeader(features);
    if (shape.length !== 2 || shape[0] !== edges.vertices) {
      throw new DataError({ file: features.name }, {
        current: `an array of ${shape.join(" x ")}`,
        wanted: `a row for each of ${edges.vertices} vertices`,
        next: "download the file again",
      });
    }
    const load = async () => (await readNpy(features, "float32", MAX_FEATURES)).values;
    return { edges, ...labels, denseFeatures: { width: shape[1], load }, note: "" };
  },
};
