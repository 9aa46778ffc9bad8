/**
 * Plan of the blocked kernel in machine code for form `tn`: threads share parts of the terms, and stripes of
 * the result where there are few parts.
 *
 * @module
 */
import { tileRows } from "../../../hardware/cpu/x86/kernel/product_tile.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import type { Plan } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { machineCall } from "../../plans/plan_x86.ts";
import { endRows, type MultiplicationX86 } from "../plans/multiplication_x86.ts";
import { panelCount, panelTerm } from "./pack_x86.ts";
import { emitPartSum, PART_SUM_LAYOUT } from "./part_sum_x86.ts";
import { emitSplit, SPLIT_LAYOUT, splitItems } from "./split_code_x86.ts";
import { CHUNK, divideTerms } from "./term_division.ts";

/**
 * Plans a product whose A is transposed. The division of the terms depends on the shape alone, and parts are
 * added in order, so that the result has the same bits on any number of threads.
 */
export function planSplitTermsX86(multiplication: MultiplicationX86): Omit<Plan, "destroy"> {
  const { device, arrays, rows, inner, cols, a, b, c } = multiplication;
  const { isa } = device, height = tileRows(isa), columns = c.stride / 4;
  const tiles = cols === 0 ? 0 : Math.ceil(rows / height);
  const { parts, partTerms, partBytes, stripes, stripeTiles } = divideTerms({
    tiles,
    tileRows: height,
    inner,
    stride: c.stride,
  });
  const packedBytes = CHUNK * panelCount(isa, columns) * panelTerm(isa);
  const scratch = arrays.reserve("packed B", parts * stripes * packedBytes);
  const partials = arrays.reserve("partial sums", parts * partBytes);
  const items = Array.from({ length: parts * stripes }, (_, item) => {
    const firstTerm = Math.floor(item / stripes) * partTerms, terms = Math.min(partTerms, inner - firstTerm);
    const firstRow = item % stripes * stripeTiles * height;
    const lastRow = Math.min(rows, firstRow + stripeTiles * height);
    const part = partials.address + Math.floor(item / stripes) * partBytes;
    return {
      a: device.pointer(a.address + firstTerm * a.stride + 4 * firstRow),
      b: device.pointer(b.address + firstTerm * b.stride),
      terms: BigInt(terms),
      result: device.pointer(part + firstRow * c.stride),
      resultEnd: device.pointer(part + lastRow * c.stride),
      packed: device.pointer(scratch.address + item * packedBytes),
    };
  });
  const code = emittedCode(device, emitSplit, { rows, columns, term: a.stride });
  const multiply = items.length === 0
    ? () => {}
    : machineCall(device, arrays, { code, layout: SPLIT_LAYOUT }, { items: items.length, block: 1 }, {
      items: device.pointer(arrays.upload("work items", splitItems(items))),
    });
  const sum = partSum(multiplication, { parts, partBytes, partials: partials.address });
  const end = endRows(multiplication);
  return {
    run: () => {
      multiply();
      sum();
      end?.run();
    },
    facts: {
      parts,
      stripes,
      packed_bytes: scratch.bytes,
      partial_bytes: partials.bytes,
      code_bytes: code.bytes.length,
    },
  };
}

/** Products of some of the terms each, one behind the other. */
interface Parts {
  readonly parts: number;
  readonly partBytes: number;
  /** Address of the first one. */
  readonly partials: number;
}

/** Prepares the sum of the parts. */
function partSum(
  { device, arrays, rows, cols, c }: MultiplicationX86,
  { parts, partBytes, partials }: Parts,
): () => void {
  if (rows === 0 || cols === 0) return () => {};
  const code = emittedCode(device, emitPartSum, { columns: c.stride / 4, partBytes });
  const items = { items: rows, block: itemsPerBlock(rows, rows * cols * (parts + 1), device.threads) };
  return machineCall(device, arrays, { code, layout: PART_SUM_LAYOUT }, items, {
    parts: device.pointer(partials),
    c: device.pointer(c.address),
    partsBytes: parts * partBytes,
  });
}
