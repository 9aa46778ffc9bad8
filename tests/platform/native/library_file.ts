/**
 * A file that passes for a library of this machine, and does not load.
 *
 * @module
 */

/** Writes a file that starts like a library of this machine does, with bytes after that. */
export function writeLibrary(
  path: string,
  { change = () => {}, rest = "" }: { change?: (header: Uint8Array) => void; rest?: string } = {},
): void {
  using program = Deno.openSync(Deno.execPath());
  const header = new Uint8Array(64);
  program.readSync(header);
  change(header);
  Deno.writeFileSync(path, Uint8Array.of(...header, ...new TextEncoder().encode(rest)));
}
