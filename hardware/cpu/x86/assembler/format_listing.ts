/**
 * Listing of machine code for people.
 *
 * @module
 */
import type { MachineCode } from "./assembler.ts";

/** Bytes that fit beside an instruction; longer ones end in an ellipsis. */
const SHOWN_BYTES = 10;

function hex(bytes: Uint8Array): string {
  const shown = [...bytes.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join(
    " ",
  );
  return bytes.length > SHOWN_BYTES ? `${shown}…` : shown;
}

/**
 * Writes code as text, one line an instruction: byte offset, bytes, Intel's syntax. Labels and remarks stand
 * at the left.
 */
export function formatListing({ bytes, listing }: MachineCode): string {
  const width = 3 * SHOWN_BYTES;
  return listing.map(({ at, bytes: count, text }) =>
    count === 0
      ? text
      : `${at.toString(16).padStart(6)}  ${hex(bytes.subarray(at, at + count)).padEnd(width)}  ${text}`
  ).join("\n");
}
