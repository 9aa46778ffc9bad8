// Access to arrays of u32 by address and index. Imported by other modules, not compiled by itself.

// @ts-ignore: decorator
@inline
export function word(array: usize, index: usize): usize {
  return <usize>load<u32>(array + (index << 2));
}
