/**
 * eppgcn Table III: the statistics of its eight graphs, counted on what this harness loads.
 *
 * @module
 */
import { PAPER_GRAPHS, paperGraph } from "./paper_graphs.ts";
import type { TextSuite } from "../text_suite.ts";

/** The suite. */
export const table3: TextSuite = {
  id: "eppgcn/table-3",
  paper: "eppgcn",
  artifact: "Table III",
  title: "Data set statistics",
  question: "Do the graphs that this harness loads have the printed sizes?",
  contenders: [{ id: "loaded", label: "as loaded" }],
  baseline: "loaded",
  workloads: () => PAPER_GRAPHS.map(({ id }) => ({ id, dataset: id, factors: {} })),
  settings: { "edges": "unordered pairs of different vertices" },
  measurement: {
    kind: "exact",
    count: (_lab, { counts: { vertices, undirectedEdges } }) =>
      Promise.resolve([
        { metric: "vertices", unit: "vertices", value: vertices },
        { metric: "edges", unit: "edges", value: undirectedEdges },
        { metric: "average_degree", unit: "edges/vertex", value: undirectedEdges / vertices },
        { metric: "density", unit: "%", value: 200 * undirectedEdges / (vertices * (vertices - 1)) },
      ]),
  },
  metrics: [
    { id: "vertices", label: "vertices", unit: "vertices", better: "neither" },
    { id: "edges", label: "edges", unit: "edges", better: "neither" },
    { id: "average_degree", label: "average degree", unit: "edges/vertex", better: "neither" },
    { id: "density", label: "density", unit: "%", better: "neither" },
  ],
  plots: [],
  notes: [
    "The paper counts an undirected edge once, so that its average degree is half of what a vertex has.",
    "Section 6.1 announces a density that the table does not have: it is 2 E / (V (V - 1)) here.",
    "A stand-in at 1/s has V/s vertices and E/s edges: its counts are shown, not judged.",
  ],
  publishedAs: ({ id }, _contender, metric) =>
    metric === "density" ? undefined : { metric, dataset: paperGraph(id).name },
  claims: [],
};
