/**
 * Damaged partitions: every fault is refused by a typed error that names the file, and a run of the same
 * command mends it.
 *
 * @module
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { readRankData } from "../../../distributed/partition_files/read_part.ts";
import {
  type PartitionedData,
  writePartitions,
} from "../../../distributed/partition_files/write_partitions.ts";
import { ConflictError, DataError, MissingError, UsageError } from "../../../platform/errors.ts";
import { sha256, sha256File } from "../../../platform/files/digest.ts";
import { partitioned, temporaryFolder } from "./partition_fixture.ts";

const data = await partitioned("reddit@1/1024", 2);

async function written(folder: string): Promise<string> {
  await writePartitions(folder, data);
  return join(folder, "part-0001");
}

/** Writes a part's manifest anew, and its checksum into the manifest of the partition. */
function rewriteManifest(folder: string, change: (manifest: Record<string, unknown>) => void): void {
  const path = join(folder, "part-0001", "manifest.json"), whole = join(folder, "manifest.json");
  const part = JSON.parse(Deno.readTextFileSync(path)), partition = JSON.parse(Deno.readTextFileSync(whole));
  change(part);
  const text = JSON.stringify(part);
  partition.parts[1].manifest = { bytes: text.length, sha256: sha256(text) };
  Deno.writeTextFileSync(path, text);
  Deno.writeTextFileSync(whole, JSON.stringify(partition));
}

function changeByte(path: string, at: number): void {
  const bytes = Deno.readFileSync(path);
  bytes[at < 0 ? bytes.length + at : at] ^= 1;
  Deno.writeFileSync(path, bytes);
}

const FAULTS: readonly {
  readonly name: string;
  readonly damage: (folder: string, part: string) => void;
  readonly file: string;
  readonly says: RegExp;
}[] = [
  {
    name: "a flipped bit of the features",
    damage: (_, part) => changeByte(join(part, "features.npy"), -1),
    file: "features.npy",
    says: /SHA-256/,
  },
  {
    name: "a damaged header of an array",
    damage: (_, part) => changeByte(join(part, "features.npy"), 12),
    file: "features.npy",
    says: /run the same partition command again/,
  },
  {
    name: "a short file",
    damage: (_, part) => Deno.truncateSync(join(part, "col_idx.npy"), 200),
    file: "col_idx.npy",
    says: /found 200 B, wanted .* of the manifest/,
  },
  {
    name: "a long file",
    damage: (_, part) => Deno.writeFileSync(join(part, "owners.npy"), Uint8Array.of(0), { append: true }),
    file: "owners.npy",
    says: /of the manifest/,
  },
  {
    name: "an array that the manifest counts otherwise",
    damage: (folder) =>
      rewriteManifest(folder, (manifest) => {
        const counts = manifest.counts as Record<string, number>;
        counts.training = 4_000_000_000;
      }),
    file: "training.npy",
    says: /4000000000 of type u4, by the counts/,
  },
  {
    name: "another type of numbers",
    damage: (folder, part) => {
      const path = join(part, "labels.npy"), bytes = Deno.readFileSync(path);
      bytes.set(new TextEncoder().encode("<f4"), new TextDecoder().decode(bytes).indexOf("<u4"));
      Deno.writeFileSync(path, bytes);
      rewriteManifest(folder, (manifest) => {
        const files = manifest.files as Record<string, { sha256: string }>;
        files["labels.npy"].sha256 = sha256(bytes);
      });
    },
    file: "labels.npy",
    says: /type f4, wanted .* of type u4/,
  },
  {
    name: "a class that does not exist, under a right checksum",
    damage: (folder, part) => {
      const path = join(part, "labels.npy"), bytes = Deno.readFileSync(path);
      bytes.set([255, 255, 255, 255], bytes.length - 4);
      Deno.writeFileSync(path, bytes);
      rewriteManifest(folder, (manifest) => {
        const files = manifest.files as Record<string, { sha256: string }>;
        files["labels.npy"].sha256 = sha256(bytes);
      });
    },
    file: "labels.npy",
    says: /found 4294967295 as value \d+, wanted values below 41/,
  },
  {
    name: "a column beyond the part, under a right checksum",
    damage: (folder, part) => {
      const path = join(part, "col_idx.npy"), bytes = Deno.readFileSync(path);
      bytes.set([255, 255, 255, 255], bytes.length - 4);
      Deno.writeFileSync(path, bytes);
      rewriteManifest(folder, (manifest) => {
        const files = manifest.files as Record<string, { sha256: string }>;
        files["col_idx.npy"].sha256 = sha256(bytes);
      });
    },
    file: "col_idx.npy",
    says: /found 4294967295 as value \d+, wanted values below/,
  },
  {
    name: "the manifest of a part of a foreign schema",
    damage: (folder) => rewriteManifest(folder, (manifest) => manifest.schema = 2),
    file: "manifest.json",
    says: /part-0001.*found schema 2, wanted schema 1/,
  },
  {
    name: "the manifest of another part",
    damage: (folder) => rewriteManifest(folder, (manifest) => manifest.rank = 0),
    file: "manifest.json",
    says: /part 0 of another partition/,
  },
  {
    name: "a changed manifest of a part",
    damage: (_, part) => changeByte(join(part, "manifest.json"), 30),
    file: "manifest.json",
    says: /part-0001.*as the manifest of the partition says/,
  },
  {
    name: "a torn manifest of the partition",
    damage: (folder) => Deno.truncateSync(join(folder, "manifest.json"), 90),
    file: "manifest.json",
    says: /a manifest in JSON|no schema/,
  },
];

for (const { name, damage, file, says } of FAULTS) {
  Deno.test(`refused by the file's name: ${name}`, async () => {
    await using folder = await temporaryFolder();
    damage(folder.path, await written(folder.path));
    await assert.rejects(readRankData(folder.path, 1), (error: unknown) => {
      assert.ok(error instanceof DataError, String(error));
      assert.ok(error.place.file.endsWith(file), error.place.file);
      assert.match(error.message, says);
      return true;
    });
  });
}

Deno.test("an absent array, an absent manifest and an absent rank are refused by name", async () => {
  await using folder = await temporaryFolder();
  const part = await written(folder.path);
  for (const rank of [2, -1, 0.5]) await assert.rejects(readRankData(folder.path, rank), UsageError);
  await Deno.remove(join(part, "test.npy"));
  await assert.rejects(readRankData(folder.path, 1), (error: unknown) => {
    assert.ok(error instanceof MissingError && /part-0001[\\/]+test\.npy/.test(error.message), String(error));
    return true;
  });
  await Deno.remove(join(folder.path, "manifest.json"));
  await assert.rejects(readRankData(folder.path, 0), /manifest.json.*no such file.*to its end/);
});

/** SHA-256 of every file of the parts. */
async function digests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of ["part-0000", "part-0001"]) {
    for await (const { name } of Deno.readDir(join(folder, part))) {
      found[`${part}/${name}`] = await sha256File(join(folder, part, name));
    }
  }
  return found;
}

Deno.test("a second run keeps whole parts, and writes damaged and half-written ones again, to the same bytes", async () => {
  await using folder = await temporaryFolder();
  const part = await written(folder.path), first = await digests(folder.path);
  const run = async () => {
    const kept: boolean[] = [];
    await writePartitions(folder.path, data, { onPart: (part) => kept.push(part.kept) });
    return kept;
  };
  assert.deepEqual(await run(), [true, true]);
  changeByte(join(part, "features.npy"), -1);
  assert.deepEqual(await run(), [true, false]);
  assert.deepEqual(await digests(folder.path), first);
  await Deno.remove(join(part, "manifest.json"));
  await Deno.remove(join(folder.path, "manifest.json"));
  await Deno.truncate(join(part, "labels.npy"), 10);
  assert.deepEqual(await run(), [true, false]);
  assert.deepEqual(await digests(folder.path), first);
});

Deno.test("a damaged manifest of the partition is refused until it is removed, as the message says", async () => {
  await using folder = await temporaryFolder();
  await written(folder.path);
  const first = await digests(folder.path), manifest = join(folder.path, "manifest.json");
  await Deno.truncate(manifest, 90);
  await assert.rejects(writePartitions(folder.path, data), (error: unknown) => {
    assert.ok(error instanceof DataError);
    assert.match(error.message, /Next: remove that file, then run the same partition command again/);
    return true;
  });
  await Deno.remove(manifest);
  const kept: boolean[] = [];
  await writePartitions(folder.path, data, { onPart: (part) => kept.push(part.kept) });
  assert.deepEqual(kept, [true, true]);
  assert.deepEqual(await digests(folder.path), first);
});

Deno.test("an interrupted run leaves finished parts and no manifest of a part that is not whole", async () => {
  await using folder = await temporaryFolder();
  const stop = new AbortController();
  await assert.rejects(
    writePartitions(folder.path, data, { signal: stop.signal, onPart: () => stop.abort(new Error("stop")) }),
    /stop/,
  );
  await assert.rejects(readRankData(folder.path, 0), MissingError);
  const kept: boolean[] = [];
  await writePartitions(folder.path, data, { onPart: (part) => kept.push(part.kept) });
  assert.deepEqual(kept, [true, false]);
});

Deno.test("a folder that holds another partition is left as it is", async () => {
  await using folder = await temporaryFolder();
  await written(folder.path);
  const before = await digests(folder.path);
  const others: PartitionedData[] = [
    { ...data, features: { kind: "drawn", width: 7, seed: 1 } },
    { ...data, partition: { ...data.partition, parts: data.partition.parts.map((part) => 1 - part) } },
    { ...data, split: { ...data.split, test: data.split.validation } },
  ];
  for (const other of others) {
    await assert.rejects(writePartitions(folder.path, other), (error: unknown) => {
      assert.ok(
        error instanceof ConflictError && /reddit@1\/1024 into 2 parts/.test(error.message),
        String(error),
      );
      return true;
    });
  }
  assert.deepEqual(await digests(folder.path), before);
});

Deno.test("files of others in the place of parts are left as they are, until a folder is this program's", async () => {
  for (const name of ["original_ids.npy", "part-0001/labels.npy"]) {
    await using folder = await temporaryFolder();
    const path = join(folder.path, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, "mine");
    await assert.rejects(writePartitions(folder.path, data), (error: unknown) => {
      assert.ok(
        error instanceof ConflictError && error.message.includes(`${name.split("/")[0]} there, which this`),
        String(error),
      );
      return true;
    });
    assert.equal(await Deno.readTextFile(path), "mine");
    assert.equal([...Deno.readDirSync(folder.path)].length, 1);
  }
  await using other = await temporaryFolder();
  await Deno.writeTextFile(join(other.path, "graph.txt"), "0 1\n");
  await writePartitions(other.path, data);
  await Deno.remove(join(other.path, "manifest.json"));
  await writePartitions(other.path, data);
  assert.equal(await Deno.readTextFile(join(other.path, "graph.txt")), "0 1\n");
});
