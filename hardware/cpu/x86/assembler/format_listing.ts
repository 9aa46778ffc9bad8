/**
 * Listing of machine code for people.
 *
 * @module
 */
import type { MachineCode } from "./assembler.ts";

/** Bytes that fit beside an instruction; those of longer ones go on in further lines. */
const LINE_BYTES = 10;

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");

/**
 * Writes code as text, one line an instruction: byte offset, bytes, Intel's syntax. Labels and remarks stand
 * at the left.
 */
export function formatListing({ bytes, listing }: MachineCode): string {
  return listing.flatMap(({ at: start, bytes: count, text }) => {
    if (count === 0) return text;
    const lines: string[] = [];
    for (let at = start; at < start + count; at += LINE_BYTES) {
      const shown = hex(bytes.subarray(at, Math.min(start + count, at + LINE_BYTES)));
      const line = `${at.toString(16).padStart(6)}  ${shown.padEnd(3 * LINE_BYTES)}`;
      lines.push(at === start ? `${line}  ${text}` : line.trimEnd());
    }
    return lines;
  }).join("\n");
}
