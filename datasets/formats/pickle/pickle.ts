/**
 * Reader of Python pickles as data: a stack machine that knows the opcodes of plain values and six
 * constructors, and calls nothing. Every other opcode and every other global is refused by name.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import { opcodeName } from "./pickle_opcodes.ts";
import { ReadingBudget } from "../bytes/reading_budget.ts";
import {
  latin1,
  PICKLE_GLOBALS,
  PickleArray,
  PickleCsr,
  PickleDtype,
  PickleGlobal,
  PickleTuple,
  type PickleValue,
} from "./pickle_values.ts";
import { plural } from "../../../platform/text/plural.ts";

/** Bytes of a number on the stack, and of a container, which a one-byte opcode creates. */
const VALUE_BYTES = 12, CONTAINER_BYTES = 200;

/** Bytes per element of the dtypes that occur in adjacency, feature and label files. */
const ITEM_BYTES: Readonly<Record<string, number>> = { f4: 4, f8: 8, i4: 4, i8: 8 };

const MARK = Symbol("mark");

/**
 * Reads one pickle of protocol 2.
 *
 * Lists, dictionaries and arrays cannot be fetched from the memo, so no value contains itself. Byte strings
 * are views of `bytes`; nothing is allocated from a length that the file does not back with bytes, and all
 * values together stay within the reading budget of `fileBytes`, the size of the file that the bytes were
 * unpacked from.
 *
 * @throws {DataError} naming the offset of the first opcode that is refused or damaged.
 */
export function readPickle(
  bytes: Uint8Array,
  file: string,
  fileBytes: number = bytes.length,
): PickleValue {
  return new PickleMachine(bytes, new ReadingBudget(file, fileBytes)).run();
}

class PickleMachine {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #budget: ReadingBudget;
  readonly #stack: (PickleValue | typeof MARK)[] = [];
  readonly #memo = new Map<number, PickleValue>();
  #at = 0;
  #opcodeAt = 0;
  #made = 0;
  #madeBytes = 0;

  constructor(bytes: Uint8Array, budget: ReadingBudget) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#budget = budget;
  }

  run(): PickleValue {
    for (;;) {
      this.#opcodeAt = this.#at;
      const opcode = String.fromCharCode(this.#bytes[this.#take(1)]);
      switch (opcode) {
        case "\x80": {
          const protocol = this.#bytes[this.#take(1)];
          if (protocol !== 2) this.#fail(`pickle protocol ${protocol}`, "protocol 2");
          break;
        }
        case "N":
          this.#push(null);
          break;
        case "\x88":
          this.#push(true);
          break;
        case "\x89":
          this.#push(false);
          break;
        case "J":
          this.#push(this.#view.getInt32(this.#take(4), true));
          break;
        case "K":
          this.#push(this.#bytes[this.#take(1)]);
          break;
        case "M":
          this.#push(this.#view.getUint16(this.#take(2), true));
          break;
        case "U":
          this.#pushBytes(this.#bytes[this.#take(1)]);
          break;
        case "T":
          this.#pushBytes(this.#view.getInt32(this.#take(4), true));
          break;
        case "(":
          this.#push(MARK);
          break;
        case "]":
          this.#push([]);
          break;
        case "}":
          this.#push(new Map());
          break;
        case ")":
          this.#push(new PickleTuple([]));
          break;
        case "t":
          this.#push(new PickleTuple(this.#popToMark()));
          break;
        case "\x85":
          this.#pushTuple(1);
          break;
        case "\x86":
          this.#pushTuple(2);
          break;
        case "\x87":
          this.#pushTuple(3);
          break;
        case "a":
          this.#append([this.#pop()]);
          break;
        case "e":
          this.#append(this.#popToMark());
          break;
        case "s": {
          const value = this.#pop();
          this.#setItems([this.#pop(), value]);
          break;
        }
        case "u":
          this.#setItems(this.#popToMark());
          break;
        case "q":
          this.#memo.set(this.#bytes[this.#take(1)], this.#top());
          break;
        case "r":
          this.#memo.set(this.#view.getUint32(this.#take(4), true), this.#top());
          break;
        case "h":
          this.#fetch(this.#bytes[this.#take(1)]);
          break;
        case "j":
          this.#fetch(this.#view.getUint32(this.#take(4), true));
          break;
        case "c":
          this.#global();
          break;
        case "R":
          this.#reduce();
          break;
        case "\x81":
          this.#newObject();
          break;
        case "b":
          this.#build();
          break;
        case ".": {
          const value = this.#pop();
          if (this.#stack.length > 0) {
            this.#fail(`${plural(this.#stack.length, "value")} left at the end`, "one value");
          }
          return value;
        }
        default: {
          this.#fail(`opcode ${opcodeName(opcode)}`, "an opcode of plain data");
        }
      }
    }
  }

  #fail(current: string, wanted: string): never {
    throw new DataError({ file: this.#budget.file, offset: this.#opcodeAt }, {
      action: "read pickle",
      current,
      wanted,
      next: "do not use this file; fetch the dataset again from its publisher",
    });
  }

  /** Takes the next `length` bytes; returns their offset. */
  #take(length: number): number {
    if (length < 0 || length > this.#bytes.length - this.#at) {
      this.#fail(
        `${plural(length, "byte")} asked for`,
        `at most the ${this.#bytes.length - this.#at} that are left`,
      );
    }
    const at = this.#at;
    this.#at += length;
    return at;
  }

  #push(value: PickleValue | typeof MARK): void {
    this.#madeBytes += typeof value === "object" && value !== null ? CONTAINER_BYTES : VALUE_BYTES;
    if (this.#madeBytes > this.#budget.limit) {
      this.#budget.assertFits(this.#madeBytes, `more than ${plural(this.#made, "value")}`, {
        offset: this.#opcodeAt,
      });
    }
    this.#made++;
    this.#stack.push(value);
  }

  #pushBytes(length: number): void {
    const at = this.#take(length);
    this.#push(this.#bytes.subarray(at, at + length));
  }

  #pushTuple(size: number): void {
    const items: PickleValue[] = [];
    for (let i = 0; i < size; i++) items.unshift(this.#pop());
    this.#push(new PickleTuple(items));
  }

  #top(): PickleValue {
    const value = this.#stack.at(-1);
    if (value === undefined || value === MARK) return this.#fail("an empty stack", "a value");
    return value as PickleValue;
  }

  #pop(): PickleValue {
    const value = this.#top();
    this.#stack.length--;
    return value;
  }

  #popToMark(): PickleValue[] {
    const mark = this.#stack.lastIndexOf(MARK);
    if (mark < 0) this.#fail("no mark on the stack", "a mark");
    const values = this.#stack.splice(mark) as PickleValue[];
    values.shift();
    return values;
  }

  #append(values: PickleValue[]): void {
    const list = this.#top();
    if (!Array.isArray(list)) return this.#fail("items for a value that is no list", "a list");
    for (const value of values) list.push(value);
  }

  #setItems(items: PickleValue[]): void {
    const map = this.#top();
    if (!(map instanceof Map) || items.length % 2 !== 0) {
      return this.#fail("items for a value that is no dictionary", "a dictionary and pairs");
    }
    for (let i = 0; i < items.length; i += 2) {
      const key = typeof items[i] === "number" ? items[i] as number : latin1(items[i]);
      if (key === undefined) return this.#fail("a key of another type", "an integer or a short string");
      map.set(key, items[i + 1]);
    }
  }

  #fetch(index: number): void {
    const value = this.#memo.get(index);
    if (value === undefined) {
      return this.#fail(`memo entry ${index}, which was never put`, "an earlier entry");
    }
    if (
      Array.isArray(value) || value instanceof Map || value instanceof PickleArray ||
      value instanceof PickleCsr
    ) {
      this.#fail(`memo entry ${index}, a shared or recursive container`, "containers that occur once");
    }
    this.#push(value);
  }

  #global(): void {
    const names: string[] = [];
    for (let i = 0; i < 2; i++) {
      const end = this.#bytes.indexOf(0x0a, this.#at);
      if (end < 0 || end - this.#at > 256) this.#fail("a global without a name", "a module and a name");
      names.push(String.fromCharCode(...this.#bytes.subarray(this.#at, end)));
      this.#at = end + 1;
    }
    const name = names.join(" ");
    if (!PICKLE_GLOBALS.includes(name)) {
      this.#fail(`the global ${JSON.stringify(name)}`, "one of the six constructors of plain data");
    }
    this.#push(new PickleGlobal(name));
  }

  #reduce(): void {
    const args = this.#pop();
    const callee = this.#pop();
    if (!(callee instanceof PickleGlobal) || !(args instanceof PickleTuple)) {
      return this.#fail("a call of a value that is no constructor", "a constructor and its arguments");
    }
    const [first] = args.items;
    const isGlobal = (name: string) => first instanceof PickleGlobal && first.name === name;
    if (
      callee.name === "collections defaultdict" && args.items.length === 1 && isGlobal("__builtin__ list")
    ) {
      return this.#push(new Map());
    }
    if (callee.name === "numpy.core.multiarray _reconstruct" && isGlobal("numpy ndarray")) {
      return this.#push(new PickleArray());
    }
    if (callee.name === "numpy dtype") {
      const code = latin1(first);
      if (code === undefined || !Object.hasOwn(ITEM_BYTES, code)) {
        return this.#fail(
          `the dtype ${JSON.stringify(code ?? "?")}`,
          Object.keys(ITEM_BYTES).join(", "),
        );
      }
      return this.#push(new PickleDtype(code));
    }
    this.#fail(`a call of ${callee.name} with other arguments`, "the arguments that its own pickles have");
  }

  #newObject(): void {
    const args = this.#pop();
    const callee = this.#pop();
    if (
      !(callee instanceof PickleGlobal) || callee.name !== "scipy.sparse.csr csr_matrix" ||
      !(args instanceof PickleTuple) || args.items.length > 0
    ) return this.#fail("a new object of another class", "scipy.sparse.csr csr_matrix without arguments");
    this.#push(new PickleCsr());
  }

  #build(): void {
    const state = this.#pop();
    const target = this.#top();
    if (target instanceof PickleDtype && state instanceof PickleTuple) {
      const order = latin1(state.items[1]);
      if (order !== "<" && order !== "|") {
        return this.#fail(`byte order ${JSON.stringify(order ?? "?")}`, "little endian");
      }
      return;
    }
    if (target instanceof PickleArray && state instanceof PickleTuple) return this.#buildArray(target, state);
    if (target instanceof PickleCsr && state instanceof Map) {
      target.state = state;
      return;
    }
    this.#fail("a state for a value that takes none", "a dtype, an array or a CSR matrix");
  }

  #buildArray(array: PickleArray, state: PickleTuple): void {
    const [, shape, dtype, fortran, raw] = state.items;
    if (
      !(shape instanceof PickleTuple) || !(dtype instanceof PickleDtype) || fortran !== false ||
      !(raw instanceof Uint8Array)
    ) return this.#fail("an array state of another form", "shape, dtype, row-major order and bytes");
    const sizes: number[] = [];
    let elements = 1;
    for (const size of shape.items) {
      if (typeof size !== "number" || size < 0 || sizes.length === 2) {
        return this.#fail("another shape", "one or two sizes");
      }
      // An array without elements takes no bytes, whatever its other extent is.
      if (size > this.#bytes.length) {
        this.#fail(`an axis of ${size}`, `at most the ${plural(this.#bytes.length, "byte")} of the file`);
      }
      sizes.push(size);
      elements *= size;
    }
    if (elements * ITEM_BYTES[dtype.code] !== raw.length) {
      this.#fail(
        `${plural(raw.length, "byte")} for the shape ${sizes.join(" x ")} of ${dtype.code}`,
        "as many as it takes",
      );
    }
    array.shape = sizes;
    array.dtype = dtype.code;
    array.bytes = raw;
  }
}
