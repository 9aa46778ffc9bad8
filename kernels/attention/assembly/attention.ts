// Attention over the stored entries of a sparse matrix, H heads of d columns each; one export per operation.
// All addresses, strides and widths in bytes. rowPtr, colIdx, order: u32; sources: u32, the byte offset of
// each entry's row of x.
// Matrices: f32, row-major, 16-byte aligned, strides multiples of 16. The padding of operands holds zeros,
// and so does the padding of a result.
import { block_diagonal, block_diagonal_gradient } from "../block_diagonal/assembly.ts";
import { edge_softmax, edge_softmax_gradient } from "../edge_softmax/row_wise/assembly.ts";
import { entry_sums } from "../entry_sums/row_wise/assembly.ts";
import { head_sddmm } from "../head_sddmm/row_wise/assembly.ts";
import { head_spmm, head_spmm_odd, touched } from "../head_spmm/row_split/assembly.ts";

export { block_diagonal, block_diagonal_gradient, edge_softmax, edge_softmax_gradient };
export { touched, head_spmm, head_spmm_odd, head_sddmm, entry_sums };
