/** Places of factors on an axis of numbers. @module */

/** Leading number of a factor: `16` of `16(4)`, sixteen devices on four nodes. */
export function leadingNumber(factor: string | undefined): string | undefined {
  return factor === undefined ? undefined : /^-?\d+(\.\d+)?(e[+-]?\d+)?/i.exec(factor)?.[0];
}
