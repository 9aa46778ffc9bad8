/**
 * Facts of the system on the mapping that an address of this process lies in.
 *
 * @module
 */

/** Text of a file of the system, which Deno itself reads only with the grant of everything. */
export function systemText(path: string): string | undefined {
  const { code, stdout } = new Deno.Command("cat", { args: [path], stderr: "null" }).outputSync();
  return code === 0 ? new TextDecoder().decode(stdout) : undefined;
}

/** Entry of `smaps` for the mapping that holds an address; `undefined` where nothing is mapped. */
function mappingAt(address: bigint): string | undefined {
  return systemText(`/proc/${Deno.pid}/smaps`)!.split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m).find((text) => {
    const [, start, end] = text.match(/^([0-9a-f]+)-([0-9a-f]+) /)!;
    return BigInt(`0x${start}`) <= address && address < BigInt(`0x${end}`);
  });
}

/** Flags of that mapping (`VmFlags`); none where nothing is mapped. */
export function flagsAt(address: bigint): readonly string[] {
  return mappingAt(address)?.match(/^VmFlags: (.*)$/m)?.[1].trim().split(" ") ?? [];
}

/** Bytes of that mapping that are in memory (`Rss`). */
export function residentBytesAt(address: bigint): number {
  return 1024 * Number(mappingAt(address)!.match(/^Rss: +(\d+) kB$/m)![1]);
}
