// y[r, :] = sum over the stored entries (r, c, v) of v * x[c, :]      SpMM.
// Entry of the module. Each kernel's folder holds its exports, `<kernel>(begin, end, ...)`, whose names are
// those of the whole module.
// All addresses, strides and widths in bytes. rowPtr is u32; so is sources, the byte offset of each entry's
// row of x (its column times the stride, so that no loop multiplies); values is 0 where every entry is 1.
// x and y: f32, row-major, 16-byte aligned, the same stride, a multiple of 16; the padding columns are
// computed too.
import { block_sparse } from "../block_sparse/assembly.ts";
import { neighbor_group_clear } from "./groups.ts";
import { memory_aware } from "../memory_aware/assembly.ts";
import { naive_register } from "../naive_register/assembly.ts";
import { naive_rmw } from "../naive_rmw/assembly.ts";
import { neighbor_group, neighbor_group_sum } from "../neighbor_group/assembly.ts";
import { neighbor_group_cas } from "../neighbor_group_cas/assembly.ts";
import {
  largest_magnitude, neighbor_group_fixed, neighbor_group_misfits, neighbor_group_unfix,
} from "../neighbor_group_fixed/assembly.ts";
import { row_split, touched } from "../row_split/assembly.ts";
import { row_split_scalar } from "../row_split_scalar/assembly.ts";

export { touched, row_split, row_split_scalar, naive_rmw, naive_register, memory_aware };
export { neighbor_group, neighbor_group_sum, neighbor_group_clear, neighbor_group_cas };
export { largest_magnitude, neighbor_group_fixed, neighbor_group_unfix, neighbor_group_misfits };
export { block_sparse };
