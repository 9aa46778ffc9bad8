/**
 * Recovery of a killed session: dropped lines, refused damage, and no other loss.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { ReproError } from "../../../platform/errors.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { readSession, type SessionContents, SessionStore } from "../../../results/store/store.ts";
import { comparison } from "../session_fixture.ts";
import { sharesBelow1 } from "../../shares.ts";
import { assertRefused, edit, FILES, withSession, writeSession } from "./stored_session.ts";

/** A reading and a resume give `comparisons` comparisons and name what they drop; the resume cuts it off. */
async function assertDropped(folder: string, comparisons: number, remark: RegExp): Promise<void> {
  for (const write of [false, true]) {
    const remarks: string[] = [];
    const options = { remark: (text: string) => remarks.push(text) };
    if (write) (await SessionStore.open(folder, options)).close();
    else assert.equal((await readSession(folder, options)).rows.length, 2 * comparisons);
    assert.match(remarks.join("\n"), remark);
  }
  const remarks: string[] = [];
  const { rows, samples } = await readSession(folder, { remark: (text) => remarks.push(text) });
  assert.deepEqual([rows.length, samples.length, remarks], [2 * comparisons, 4 * comparisons, []]);
}

const TORN: Readonly<Record<string, RegExp>> = {
  "rows.csv": /rows.csv: the last line, 16, does not count: it is torn/,
  "samples.csv": /samples.csv: the last line, 18, does not count: it is torn/,
  "journal.jsonl": /journal.jsonl: the last line, 4, does not count: it is torn/,
};

for (const [file, remark] of Object.entries(TORN)) {
  Deno.test(`a torn last line of ${file} is dropped and named`, () =>
    withSession(async (folder) => {
      await edit(folder, file, (text) => `${text}${file === "journal.jsonl" ? '{"suite":' : '1,"to'}`);
      await assertDropped(folder, 3, remark);
    }));
}

Deno.test("whole last lines of a comparison that the journal does not have are dropped and named", () =>
  withSession(async (folder) => {
    await edit(folder, "journal.jsonl", (text) => text.split("\n").slice(0, 2).join("\n") + "\n");
    await assertDropped(
      folder,
      2,
      /samples.csv: 4 whole lines from line 14 on do not count.*\n.*rows.csv: 2 whole lines from line 14 on do not count/,
    );
  }));

Deno.test("a journal line that lacks its line end only is kept, and the next one begins a line of its own", () =>
  withSession(async (folder) => {
    await edit(folder, "journal.jsonl", (text) => text.trimEnd());
    {
      using store = await SessionStore.open(folder);
      await store.commitComparison(comparison("after", { rounds: 2 }));
    }
    assert.equal((await readSession(folder)).journal.length, 4);
  }));

Deno.test("blank lines cost nothing", () =>
  withSession(async (folder) => {
    for (const file of FILES) await edit(folder, file, (text) => `${text}\n`);
    {
      using store = await SessionStore.open(folder);
      await store.commitComparison(comparison("after", { rounds: 2 }));
    }
    assert.equal((await readSession(folder)).rows.length, 8);
  }));

Deno.test("a damaged line in the middle is refused with file and line, and nothing is rewritten", async () => {
  const cases: [file: string, line: number, change: (text: string) => string, message: RegExp][] = [
    ["rows.csv", 2, (text) => text.replace("3,s1,smoke", "3,s1"), /found 37 fields, wanted 38/],
    ["rows.csv", 2, (text) => text.replace(",3,0.1,", ",2,0.1,"), /other than those that the run wrote/],
    ["rows.csv", 14, (text) => text.replace("reddit:c0", "reddit:c9"), /a line of another comparison/],
    ["samples.csv", 3, (text) => text.replace(",0,1,7,", ",0,1,x,"), /"x" in record 2, calls/],
    [
      "samples.csv",
      2,
      (text) => text.replace(",0,0,7,3\n", ",0,0,7,4\n"),
      /other than those that the run wrote/,
    ],
    ["journal.jsonl", 2, (text) => text.replace('"pubmed"', '"pub'), /found no JSON/],
    ["journal.jsonl", 1, (text) => text.replace('"attempt":1', '"attempt":0'), /attempt: /],
  ];
  for (const [file, line, change, message] of cases) {
    await withSession(async (folder) => {
      await edit(folder, file, change);
      await assertRefused(folder, file, line, message);
    });
  }
});

Deno.test("a quote that opens a field up to the end of the file is refused with the line where it opens", () =>
  withSession(async (folder) => {
    await edit(folder, "rows.csv", (text) => text.replace("\n3,s1,", '\n3,"s1,'));
    // The quotes of the second comparison close it and open it again: the record that begins here is no
    // record.
    await assertRefused(folder, "rows.csv", 4, /CSV_INVALID_CLOSING_QUOTE|breaks the quoting rules/);
    await Deno.remove(folder, { recursive: true });
    await writeSession(folder);
    await edit(
      folder,
      "rows.csv",
      (text) =>
        text.replace("\n3,s1,smoke,hetu-gnn/figure-8,hetu-gnn,Figure 8,hetu-gnn/figure-8:reddit:c1", '$&"'),
    );
    await assertRefused(
      folder,
      "rows.csv",
      15,
      /a quote that is not closed up to the end of the file, wanted row 2 of 2/,
    );
  }));

Deno.test("a file that is missing, or shorter than the journal vouches for, is refused", async () => {
  for (const [file, line] of [["rows.csv", 1], ["samples.csv", 1]] as const) {
    await withSession(async (folder) => {
      await Deno.remove(join(folder, file));
      await assertRefused(folder, file, line, /found the end of the file, wanted \w+ 1 of/);
    });
  }
  await withSession(async (folder) => {
    await edit(folder, "rows.csv", (text) => text.slice(0, -5));
    await assertRefused(folder, "rows.csv", 15, /found a torn last line, wanted row 2 of 2/);
  });
  await withSession(async (folder) => {
    await edit(folder, "samples.csv", (text) => text.split("\n").slice(0, 15).join("\n") + "\n");
    await assertRefused(
      folder,
      "samples.csv",
      16,
      /wanted sample 3 of 4 of hetu-gnn\/figure-8:reddit, attempt 1/,
    );
  });
});

Deno.test("a journal that is shorter than a killed run leaves it is refused", () =>
  withSession(async (folder) => {
    await edit(folder, "journal.jsonl", (text) => text.slice(0, text.indexOf("\n") + 1));
    await assertRefused(folder, "rows.csv", 4, /rows of 2 comparisons that journal.jsonl does not have/);
    await Deno.remove(join(folder, "journal.jsonl"));
    await assertRefused(folder, "rows.csv", 2, /rows of 3 comparisons/);
  }));

Deno.test("a row that no journal line vouches for is refused in the middle, and where its comparison has all", async () => {
  for (
    const [change, line] of [
      [(text: string) => text.replace(/\n(3,.*cora:c1.*\n)/, "\n$1$1"), 4],
      [(text: string) => `${text}${text.trimEnd().split("\n").at(-1)}\n`, 16],
    ] as const
  ) {
    await withSession(async (folder) => {
      await edit(folder, "rows.csv", change);
      await assertRefused(
        folder,
        "rows.csv",
        line,
        /line of another comparison|an extra line of a complete comparison/,
      );
    });
  }
});

Deno.test("samples are missing only where the journal says that they are not kept", () =>
  withSession(async (folder) => {
    await edit(folder, "journal.jsonl", (text) => text.replaceAll(/}\n/g, ',"samplesKept":false}\n'));
    await Deno.remove(join(folder, "samples.csv"));
    {
      using store = await SessionStore.open(folder);
      await store.commitComparison(comparison("after", { rounds: 2 }));
    }
    const { rows, samples } = await readSession(folder);
    assert.deepEqual([rows.length, samples.length], [8, 4]);
  }));

/** A change of one file's bytes. */
interface Mutation {
  readonly kind:
    | "cut"
    | "flip"
    | "insert"
    | "delete line"
    | "duplicate line"
    | "swap lines"
    | "blank line"
    | "quote";
  readonly file: string;
  /** Share of the file or of its lines. */
  readonly at: number;
  readonly to: number;
  readonly byte: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(
    ...[
      "cut",
      "flip",
      "insert",
      "delete line",
      "duplicate line",
      "swap lines",
      "blank line",
      "quote",
    ] as const,
  ),
  file: fc.constantFrom(...FILES, "rows.csv", "samples.csv", "journal.jsonl"),
  at: sharesBelow1,
  to: sharesBelow1,
  byte: fc.integer({ min: 1, max: 255 }),
});

function mutate(bytes: Uint8Array, { kind, at, to, byte }: Mutation): Uint8Array {
  const place = Math.floor(at * bytes.length);
  const around = (middle: number[], skipped = 0) =>
    Uint8Array.from([...bytes.subarray(0, place), ...middle, ...bytes.subarray(place + skipped)]);
  if (kind === "cut") return bytes.slice(0, place);
  if (kind === "flip") return around([bytes[place] ^ byte], 1);
  if (kind === "insert") return around([byte]);
  if (kind === "quote") return around([0x22]);
  const lines = new TextDecoder().decode(bytes).split(/(?<=\n)/);
  const [i, j] = [Math.floor(at * lines.length), Math.floor(to * lines.length)];
  if (kind === "delete line") lines.splice(i, 1);
  else if (kind === "duplicate line") lines.splice(i, 0, lines[i]);
  else if (kind === "blank line") lines.splice(i, 0, "\n");
  else [lines[i], lines[j]] = [lines[j], lines[i]];
  return new TextEncoder().encode(lines.join(""));
}

/** The rows and samples of the first comparisons of a session. */
function firstOf(
  whole: SessionContents,
  count: number,
): { rows: readonly Row[]; samples: readonly Sample[] } {
  return { rows: whole.rows.slice(0, 2 * count), samples: whole.samples.slice(0, 4 * count) };
}

const MUTATIONS = 2000;

Deno.test(`${MUTATIONS} mutations of a session's files lose no row, raise no untyped error, and nothing is rewritten on an error`, async () => {
  const seed = crypto.getRandomValues(new Int32Array(1))[0];
  console.log(`seed ${seed}`);
  const outcomes = { whole: 0, dropped: 0, refused: 0 };
  await withSession(async (folder) => {
    const whole = await readSession(folder);
    const read = (file: string) => Deno.readFileSync(join(folder, file));
    const write = (file: string, bytes: Uint8Array) => Deno.writeFileSync(join(folder, file), bytes);
    const originals = new Map(FILES.map((file) => [file, read(file)]));
    const check = async (mutation: Mutation) => {
      const { file } = mutation;
      const mutated = mutate(originals.get(file)!, mutation);
      write(file, mutated);
      const remarks: string[] = [];
      const attempt = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
        try {
          return await run();
        } catch (error) {
          assert.ok(error instanceof ReproError, `${error}`);
          return undefined;
        }
      };
      const contents = await attempt(() => readSession(folder, { remark: (text) => remarks.push(text) }));
      if (contents !== undefined) {
        const count = contents.journal.length;
        // A journal without its last line is what a killed run leaves; nothing else costs a comparison.
        assert.ok(
          count === 3 || (count === 2 && file === "journal.jsonl" && remarks.length > 0),
          `${count} left`,
        );
        assert.deepEqual({ rows: contents.rows, samples: contents.samples }, firstOf(whole, count));
        outcomes[count === 3 ? "whole" : "dropped"]++;
      } else {
        outcomes.refused++;
      }
      const store = await attempt(() => SessionStore.open(folder, { remark: () => {} }));
      if (store === undefined) {
        for (const [name, bytes] of originals) assert.deepEqual(read(name), name === file ? mutated : bytes);
        write(file, originals.get(file)!);
        return;
      }
      const { length } = store.journal;
      assert.deepEqual(store.rows, firstOf(whole, length).rows);
      assert.ok(length === 3 || file === "journal.jsonl");
      store.close();
      for (const [name, bytes] of originals) write(name, bytes);
    };
    await fc.assert(fc.asyncProperty(mutation, check), { numRuns: MUTATIONS, seed });
  });
  console.log(JSON.stringify(outcomes));
  assert.ok(Object.values(outcomes).every((count) => count > MUTATIONS / 1000), JSON.stringify(outcomes));
});
