/**
 * The Illinois Graph Benchmark, homogeneous: `edge_index.npy`, `node_label_19.npy` and `node_feat.npy`.
 *
 * @module
 */
import { readNpyLabels } from "./class_labels.ts";
import { npyFeatures } from "./dense_features.ts";
import { readEdgeIndex } from "./edges/edge_index.ts";
import type { GraphFormat } from "./format.ts";
import { readNpyHeader } from "./numpy/npy.ts";

/**
 * Reader of IGB's arrays. The length of the labels gives the number of vertices; without labels the greatest
 * id does.
 */
export const igb: GraphFormat = {
  id: "igb",
  title: "IGB's npy arrays",
  async read(files) {
    const named = (stem: string) => files.names.find((name) => name.startsWith(stem)) ?? stem;
    const [labelFile, featureFile] = [named("node_label"), named("node_feat")];
    const labelled = files.has(labelFile) ? (await readNpyHeader(files.get(labelFile))).count : undefined;
    // Edges come first: only they can confirm the number of vertices that a header claims.
    const edges = await readEdgeIndex(files.get(named("edge_index")), labelled);
    const labels = labelled === undefined ? {} : await readNpyLabels(files.get(labelFile), edges.vertices);
    if (!files.has(featureFile)) return { edges, ...labels, note: "" };
    const denseFeatures = await npyFeatures(files.get(featureFile), edges.vertices);
    return { edges, ...labels, denseFeatures, note: "" };
  },
};
