// Four heads of an entry in one vector. The last of a row of scores may begin anywhere and end with the row, so that it is loaded
// and stored a lane at a time where heads are no multiple of four. No module of its own: modules import it.

/** The first `lanes` floats at an address of any alignment, 0 in the lanes after them. */
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
