/**
 * Mini-batches that a library has drawn, as its worker leaves them in files.
 *
 * @module
 */
import { join } from "node:path";
import { z } from "zod";
import { assertCsr } from "../../../graph/csr.ts";
import { sortBlockRows } from "../../../graph/sampling/block.ts";
import type { SampledBlock } from "../../../graph/sampling/mod.ts";
import { readNumbers } from "../operand_files.ts";

/**
 * Mini-batch as a library has it: a block for each layer, the one next to the input first, or one square
 * block, the subgraph that all layers compute on.
 */
export interface DrawnBatch {
  /** Whether there is a block for each layer. */
  readonly form: "blocks" | "subgraph";
  /** Blocks with columns ascending in a row. */
  readonly blocks: readonly SampledBlock[];
}

const count = z.int().nonnegative();

/** Answer to a request that leaves a mini-batch in a folder. */
export const drawnBatchSchema = z.object({
  form: z.enum(["blocks", "subgraph"]),
  blocks: z.array(z.object({ rows: count, cols: count, nnz: count })).min(1),
});

/**
 * Reads the files of a mini-batch.
 *
 * @throws {DeviceError} where a file is absent or of another size.
 * @throws {ReproError} where a block is no matrix: an edge is there twice, or a column is beyond its sources.
 */
export async function readDrawnBatch(
  peer: string,
  folder: string,
  { form, blocks }: z.infer<typeof drawnBatchSchema>,
): Promise<DrawnBatch> {
  const read = async (name: string, count: number) => {
    const { buffer, byteOffset } = await readNumbers(join(folder, name), { peer, count });
    return new Uint32Array(buffer, byteOffset, count);
  };
  return {
    form,
    blocks: await Promise.all(blocks.map(async ({ rows, cols, nnz }, i): Promise<SampledBlock> => {
      const [rowPtr, colIdx, sources] = await Promise.all([
        read(`rowPtr${i + 1}`, rows + 1),
        read(`colIdx${i + 1}`, nnz),
        read(`sources${i + 1}`, cols),
      ]);
      sortBlockRows(rowPtr, colIdx);
      return { matrix: assertCsr({ rows, cols, rowPtr, colIdx }), sources };
    })),
  };
}
