// Bias, activation and dropout of a matrix, and their gradient, one export each.
// All addresses and strides in bytes. Matrices: f32, row-major, 16-byte aligned, strides multiples of 16;
// `epilogue` is the address of the parameters that `kernels/assembly/epilogue.ts` reads.
import { finish } from "../../assembly/epilogue.ts";

/** Work items are rows of x and y. */
export function activation(begin: usize, end: usize, x: usize, y: usize, stride: usize, epilogue: usize): void {
  finish(false, begin, end, x, 0, y, stride, epilogue);
}

/** Work items are rows; `to` is computed from the epilogue's result y and the gradient with respect to y. */
export function activation_gradient(
  begin: usize, end: usize, gradient: usize, y: usize, to: usize, stride: usize, epilogue: usize,
): void {
  finish(true, begin, end, gradient, y, to, stride, epilogue);
}
