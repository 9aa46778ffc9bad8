/**
 * Product with the whole graph on the CPU.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import { rowSplitWasm } from "../../spmm/row_split/wasm.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { allActive } from "./kernel.ts";

/** Kernel `all-active@wasm`: spmm's row-split. */
export const allActiveWasm: KernelOn<"wasm", PathSpmmOperandsOf> = allActive<"wasm">(rowSplitWasm);
