/**
 * Names of the pickle opcodes that are refused.
 *
 * @module
 */

/** Opcodes of Python's pickletools that the reader refuses. */
const REFUSED: Readonly<Record<string, string>> = {
  "0": "POP",
  "1": "POP_MARK",
  "2": "DUP",
  F: "FLOAT",
  I: "INT",
  L: "LONG",
  P: "PERSID",
  Q: "BINPERSID",
  S: "STRING",
  V: "UNICODE",
  X: "BINUNICODE",
  G: "BINFLOAT",
  i: "INST",
  o: "OBJ",
  d: "DICT",
  l: "LIST",
  p: "PUT",
  g: "GET",
  B: "BINBYTES",
  C: "SHORT_BINBYTES",
  "\x82": "EXT1",
  "\x83": "EXT2",
  "\x84": "EXT4",
  "\x8a": "LONG1",
  "\x8b": "LONG4",
  "\x8c": "SHORT_BINUNICODE",
  "\x8d": "BINUNICODE8",
  "\x8e": "BINBYTES8",
  "\x8f": "EMPTY_SET",
  "\x90": "ADDITEMS",
  "\x91": "FROZENSET",
  "\x92": "NEWOBJ_EX",
  "\x93": "STACK_GLOBAL",
  "\x94": "MEMOIZE",
  "\x95": "FRAME",
  "\x96": "BYTEARRAY8",
  "\x97": "NEXT_BUFFER",
  "\x98": "READONLY_BUFFER",
};

/** Formats an opcode for a message: its name in Python's pickletools and its code. */
export function opcodeName(opcode: string): string {
  const code = opcode.charCodeAt(0).toString(16).padStart(2, "0");
  return `${Object.hasOwn(REFUSED, opcode) ? REFUSED[opcode] : "unknown"} (0x${code})`;
}
