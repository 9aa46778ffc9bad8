// y[v, :] = sum over u in N(v) & sources of e_vu * x[u, :], v a target      products on execution paths.
// One export per kernel. All addresses, strides and widths in bytes. x and y: f32, row-major, 16-byte
// aligned, the same stride, a multiple of 16; the padding columns are computed too. Rows of y that are no
// targets are left alone; values is 0 where every entry is 1.
import { execution_path } from "../execution_path/assembly.ts";
import { masked } from "../masked/assembly.ts";

export { execution_path, masked };
