// Loads and stores of four heads of an entry as one vector. The last vector of a row of scores may have any
// alignment and ends with the row, so it is accessed lane by lane where the number of heads is no multiple of
// four. Imported by other modules, not compiled by itself.

/** Loads the first `lanes` floats at an address of any alignment; the lanes after them are 0. */
// @ts-ignore: decorator
@inline
export function loadLanes(address: usize, lanes: usize): v128 {
  if (lanes >= 4) return v128.load(address);
  if (lanes == 1) return v128.load32_zero(address);
  const pair = v128.load64_zero(address);
  return lanes == 2 ? pair : v128.load_lane<f32>(address, pair, 2, 8);
}

// @ts-ignore: decorator
@inline
export function storeLanes(address: usize, value: v128, lanes: usize): void {
  if (lanes >= 4) v128.store(address, value);
  else if (lanes == 1) v128.store_lane<f32>(address, value, 0);
  else {
    v128.store_lane<f64>(address, value, 0);
    if (lanes == 3) v128.store_lane<f32>(address, value, 2, 8);
  }
}
