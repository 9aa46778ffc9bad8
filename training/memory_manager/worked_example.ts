/**
 * Example graph of roc's explanation of its memory manager.
 *
 * @module
 */
import { type OperationGraph, operationGraph } from "./operation_graph.ts";

/**
 * Tensors of Figure 3: `g` the graph, `a` the sums, `b` the result of ReLU; a `d` before a name marks the
 * gradient.
 */
export type GinExampleTensor = "g" | "h0" | "a" | "b" | "h1" | "w1" | "w2" | "dh1" | "db" | "da" | "dh0";

/** Default sizes, small and of a graph whose layers become narrower; the paper prints none. */
const BYTES: Readonly<Record<GinExampleTensor, number>> = {
  g: 10,
  h0: 8,
  a: 8,
  b: 4,
  h1: 2,
  w1: 1,
  w2: 1,
  dh1: 2,
  db: 4,
  da: 8,
  dh0: 8,
};

/**
 * Builds the graph of Figure 3 and Table 3 of roc (Jia et al., MLSys 2020): a GIN of one layer,
 * `h1 = W2 ReLU(W1 sum of the neighbours' h0)`, forward and backward. The gradients of the weights are part
 * of the linear layers' backward operations and read by none. Operation 7 reads `a`, as row 6 of the table
 * has it, although the gradient of a sum would not need it.
 *
 * @param bytes Sizes of the tensors; small ones by default.
 */
export function ginExample(bytes: Readonly<Record<GinExampleTensor, number>> = BYTES): OperationGraph {
  return operationGraph(bytes, [
    { name: "1 gather", reads: ["g", "h0"], writes: ["a"] },
    { name: "2 linear and ReLU", reads: ["a", "w1"], writes: ["b"] },
    { name: "3 linear", reads: ["b", "w2"], writes: ["h1"] },
    { name: "4 softmax", reads: ["h1"], writes: ["dh1"] },
    { name: "5 linear backward", reads: ["dh1", "b", "w2"], writes: ["db"] },
    { name: "6 linear and ReLU backward", reads: ["db", "b", "a", "w1"], writes: ["da"] },
    { name: "7 gather backward", reads: ["da", "g", "a"], writes: ["dh0"] },
  ]);
}
