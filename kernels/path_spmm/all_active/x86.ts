/**
 * Product with the whole graph in machine code.
 *
 * @module
 */
import type { KernelOn } from "../../kernel.ts";
import { rowSplitX86 } from "../../spmm/row_split/x86.ts";
import type { PathSpmmOperandsOf } from "../path_spmm.ts";
import { allActive } from "./kernel.ts";

/** Kernel `all-active@x86`: spmm's row-split. */
export const allActiveX86: KernelOn<"x86", PathSpmmOperandsOf> = allActive<"x86">(rowSplitX86);
