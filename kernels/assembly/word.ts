// Arrays of u32 by address and index. No module of its own: modules import it.

// @ts-ignore: decorator
@inline
export function word(array: usize, index: usize): usize {
  return <usize>load<u32>(array + (index << 2));
}
