/**
 * Emulated PC of one processor with AVX-512 (Bochs), which runs machine code on any computer.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** A call of machine code; addresses are those of the PC's memory. */
export interface EmulatedCall {
  /** Address of the code. */
  readonly code: number;
  /** Address of its argument block. */
  readonly block: number;
  /** First of the items. */
  readonly begin: number;
  /** Item after the last. */
  readonly end: number;
}

/** Where `boot.s` puts the image: a list of calls, then memory. */
const LOAD = 0x20_0000;
/** Bytes for the list of calls. */
const LIST_BYTES = 2 ** 16;
/** Bytes that one request to the BIOS reads. */
const CHUNK_BYTES = 64 * 512;
/** Geometry of the disk. */
const HEADS = 16, SECTORS = 63;
/** Text around memory in what the PC writes, among what Bochs has to say. */
const MARK = new TextEncoder().encode("<<memory of the emulated PC>>\0\0\0");

/** Address of the first byte of memory. */
export const MEMORY_BASE = LOAD + LIST_BYTES + MARK.length;

const SETTINGS = (disk: string, cylinders: number) =>
  `plugin_ctrl: unmapped=1
megs: 512
cpu: model=corei7_skylake_x, count=1, ips=200000000, reset_on_triple_fault=0
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=disk, path=${disk}, mode=flat, cylinders=${cylinders}, heads=${HEADS}, spt=${SECTORS}
boot: disk
display_library: rfb, options="timeout=0"
port_e9_hack: enabled=1
log: /dev/null
panic: action=fatal
error: action=ignore
`;

const latin1 = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes.slice(-400));

function run(program: string, ...args: string[]): void {
  const { stderr, success } = new Deno.Command(program, { args }).outputSync();
  if (!success) throw new Error(`${program} failed: ${latin1(stderr)}`);
}

/** Starts of Bochs, which rarely ends without a word before its PC boots. */
const STARTS = 3;

/** Runs the PC and returns all that it writes. Bochs ends with an error when its PC is switched off. */
function switchOn(...args: string[]): Uint8Array {
  for (let starts = 1;; starts++) {
    const { stdout, stderr, code } = new Deno.Command("bochs", { args }).outputSync();
    if (stdout.length > 0) return stdout;
    if (starts === STARTS) {
      throw new Error(`The emulated PC said nothing, exit code ${code}: ${latin1(stderr)}`);
    }
  }
}

/** Programs that the PC needs and this computer lacks; `undefined` where it has all. */
export function missingPrograms(): string | undefined {
  const missing = ["as", "ld", "bochs"].filter((program) => {
    try {
      new Deno.Command(program, { args: ["--help"], stdout: "null", stderr: "null" }).outputSync();
      return false;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return true;
      throw error;
    }
  });
  return missing.length === 0 ? undefined : `without ${missing.join(", ")}`;
}

/** A PC that is switched on for each list of calls. */
export class EmulatedPc implements Disposable {
  readonly #folder = Deno.makeTempDirSync();
  readonly #boot: Uint8Array<ArrayBuffer>;

  /** Assembles the boot sector. */
  constructor() {
    const [source, object, boot] = [
      fileURLToPath(new URL("./boot.s", import.meta.url)),
      `${this.#folder}/boot.o`,
      `${this.#folder}/boot.bin`,
    ];
    run("as", "--64", source, "-o", object);
    run("ld", "-m", "elf_x86_64", "-Ttext", "0x7c00", "--oformat", "binary", object, "-o", boot);
    this.#boot = Deno.readFileSync(boot);
  }

  /** Makes calls with this content of memory, and returns the content afterwards. */
  call(calls: readonly EmulatedCall[], memory: Uint8Array): Uint8Array {
    const image = this.#image(calls, memory);
    const chunks = Math.ceil(image.length / CHUNK_BYTES);
    const cylinders = Math.ceil((1 + chunks * CHUNK_BYTES / 512) / (HEADS * SECTORS));
    const disk = new Uint8Array(cylinders * HEADS * SECTORS * 512);
    disk.set(this.#boot);
    new DataView(disk.buffer).setUint16(508, chunks, true);
    disk.set(image, 512);
    const [path, settings, commands] = ["disk", "settings", "commands"].map((it) => `${this.#folder}/${it}`);
    Deno.writeFileSync(path, disk);
    Deno.writeTextFileSync(settings, SETTINGS(path, cylinders));
    // Where Bochs has a debugger it waits for this.
    Deno.writeTextFileSync(commands, "c\n");
    return memoryIn(switchOn("-q", "-f", settings, "-rc", commands), memory.length);
  }

  #image(calls: readonly EmulatedCall[], memory: Uint8Array): Uint8Array {
    const image = new Uint8Array(LIST_BYTES + MARK.length + memory.length), view = new DataView(image.buffer);
    const word = (offset: number, value: number) => view.setBigUint64(offset, BigInt(value), true);
    if (24 * (1 + calls.length) > LIST_BYTES) throw new RangeError(`${calls.length} calls are too many`);
    word(0, calls.length);
    word(8, LOAD + LIST_BYTES);
    word(16, MARK.length + memory.length);
    calls.forEach(({ code, block, begin, end }, i) => {
      const offset = 24 * (1 + i);
      word(offset, code);
      word(offset + 8, block);
      view.setUint32(offset + 16, begin, true);
      view.setUint32(offset + 20, end, true);
    });
    image.set(MARK, LIST_BYTES);
    image.set(memory, LIST_BYTES + MARK.length);
    return image;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** Memory behind the mark in the output of the PC. */
function memoryIn(output: Uint8Array, bytes: number): Uint8Array {
  for (let at = 0; at + MARK.length + bytes <= output.length; at++) {
    if (MARK.every((byte, i) => output[at + i] === byte)) {
      return output.slice(at + MARK.length, at + MARK.length + bytes);
    }
  }
  throw new Error(`The emulated PC stopped: ${latin1(output)}`);
}
