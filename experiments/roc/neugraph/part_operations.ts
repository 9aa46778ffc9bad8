/**
 * Operations of a device's training step on its part of a graph, for the memory manager: all layers forward,
 * the loss, and all layers backward.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import type { RangeBlock } from "../../../graph/partitions/range_block.ts";
import {
  type NamedOperation,
  type OperationGraph,
  operationGraph,
  operationsOf,
} from "../../../training/memory_manager/mod.ts";
import { layerProgram, type PartitionedLayer } from "../../../training/partitioned/mod.ts";
import type { Tensor } from "../../../training/program/tensor.ts";

/** Graph structure of the part, one tensor for both passes as in roc's Table 3; degrees scale its entries. */
const STRUCTURE = "g";

/** Operations of a pass of the layers, and the bytes of their tensors. */
class PartOperations {
  readonly bytes: Record<string, number> = {};
  readonly forward: NamedOperation[] = [];
  readonly backward: NamedOperation[] = [];

  /** Adds a layer above those that were added before. */
  add(
    { layer, inputWidth: width }: PartitionedLayer,
    at: number,
    { matrix }: RangeBlock,
    seed: number,
  ): void {
    const { rows, cols } = matrix, remote = cols - rows;
    const { program, isTimed, features, output, outputGradient, featuresGradient } = layerProgram(layer, {
      block: { rows, cols, nnz: nnz(matrix), weighted: false },
      width,
      work: "training",
      inputGradient: at > 0,
      seed,
    });
    // Of what a layer above the first reads, the device's own rows are what the layer below has written;
    // those of other devices come from the host. So it is with the gradient, which goes the other way.
    const shared = (own: string, others: string) => [
      this.#tensor(own, 4 * rows * width),
      ...(remote > 0 ? [this.#tensor(others, 4 * remote * width)] : []),
    ];
    const namesOf = (content: Tensor | string, place: number): readonly string[] => {
      if (typeof content === "string") return [this.#tensor(STRUCTURE, 4 * (rows + 1 + nnz(matrix)))];
      if (at > 0 && content === features) return shared(outputOf(at - 1), `rows received by layer ${at}`);
      if (at > 0 && content === featuresGradient) {
        return shared(gradientOf(at - 1), `gradients sent by layer ${at}`);
      }
      const size = 4 * content.rows * content.cols;
      if (content === output) return [this.#tensor(outputOf(at), size)];
      if (content === outputGradient) return [this.#tensor(gradientOf(at), size)];
      return [this.#tensor(`layer ${at}: ${place}`, size)];
    };
    const { graph, steps, contents } = operationsOf({ ...program, train: program.train.filter(isTimed) });
    const backward: NamedOperation[] = [];
    for (const [i, { name, reads, writes }] of graph.operations.entries()) {
      const named = (places: readonly number[]) => [
        ...new Set(places.flatMap((place) => namesOf(contents[place], place))),
      ];
      const operation = { name, reads: named(reads), writes: named(writes) };
      (steps[i][0].pass === "forward" ? this.forward : backward).push(operation);
    }
    this.backward.unshift(...backward);
  }

  #tensor(name: string, bytes: number): string {
    this.bytes[name] = bytes;
    return name;
  }
}

const outputOf = (layer: number) => `output of layer ${layer}`;
const gradientOf = (layer: number) => `gradient of layer ${layer}'s output`;

/** Operation graph of a part's training step. */
export function partOperations(
  block: RangeBlock,
  { layers, seed }: { readonly layers: readonly PartitionedLayer[]; readonly seed: number },
): OperationGraph {
  const part = new PartOperations();
  for (const [at, layer] of layers.entries()) part.add(layer, at, block, seed);
  const last = layers.length - 1;
  const loss = { name: "loss", reads: [outputOf(last)], writes: [gradientOf(last)] };
  return operationGraph(part.bytes, [...part.forward, loss, ...part.backward]);
}
