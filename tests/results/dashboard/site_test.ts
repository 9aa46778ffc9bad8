import assert from "node:assert/strict";
import { join } from "node:path";
import { paperPage, suitePage } from "../../../results/dashboard/address.ts";
import { buildDashboard, textScript } from "../../../results/dashboard/site.ts";
import { MissingError, UsageError } from "../../../platform/errors.ts";
import { explainContents } from "../../../results/explain.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { readSession } from "../../../results/store/store.ts";
import explainPoint from "../../../results/dashboard/explain_point.js" with { type: "text" };
import { inFolder } from "../../in_folder.ts";
import { writeNights } from "../history/synthetic_sessions.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";

async function withNights(nights: number, use: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    const datasets = ["cora", HOSTILE];
    await writeNights(root, { nights, suites: 2, workloads: 4, noise: 0.01, datasets });
    await use(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const VOID = new Set(["br", "meta", "link", "!doctype"]);

Deno.test("every page is well nested, keeps hostile names as text, loads its own files only and leads nowhere that is not", async () => {
  await withNights(3, async (root) => {
    const { folder } = await buildDashboard({ root });
    const names = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile).map(({ name }) => name);
    assert.ok(names.length >= 6, names.join());
    for (const name of names) {
      const page = await Deno.readTextFile(join(folder, name));
      assert.ok(!page.includes("<img"), name);
      assert.match(page, /content="default-src &#39;none&#39;; script-src &#39;self&#39;/);
      const open: string[] = [];
      for (const [tag, close, element] of page.matchAll(/<(\/?)([a-z0-9!]+)[^>]*>/gi)) {
        if (close) assert.equal(open.pop(), element, `${name}: ${tag}`);
        else if (!VOID.has(element) && !tag.endsWith("/>")) open.push(element);
        assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), /\s(on[a-z]+|style)=/i);
        const target = /\s(?:src|href)="([^"#]*)/.exec(tag)?.[1].replaceAll("&amp;", "&");
        if (target) assert.ok(Deno.statSync(join(folder, target)).isFile, `${name} leads to ${target}`);
      }
      assert.deepEqual(open, [], name);
    }
  });
});

Deno.test("one folder gives the same site each time, and a site is no session", async () => {
  await withNights(2, async (root) => {
    const read = async (folder: string) =>
      await Promise.all(
        ["index.html", suitePage("hetu-gnn/figure-1"), "data/suite-hetu-gnn--figure-1.js"].map((name) =>
          Deno.readTextFile(join(folder, name))
        ),
      );
    const first = await buildDashboard({ root });
    const texts = await read(first.folder);
    assert.deepEqual(await read((await buildDashboard({ root })).folder), texts);
    assert.ok(texts[0].length < 1_000_000);
  });
});

Deno.test("a folder without sessions, or of no such name, is refused, and nothing is written", async () => {
  const root = await Deno.makeTempDir();
  try {
    const refusal = async (folder: string) =>
      await assert.rejects(buildDashboard({ root: folder }), (error: Error) => {
        assert.ok(error instanceof MissingError, String(error));
        const { action, current, wanted, next } = error.parts;
        assert.equal(action, `build the dashboard of ${JSON.stringify(folder)}`);
        assert.equal(current, folder === root ? "no session in it" : "no folder of that name");
        assert.match(wanted, /folder in which sessions lie/);
        assert.match(next, /run a suite.*--out/);
        return true;
      });
    await refusal(root);
    await refusal(join(root, "misspelt"));
    assert.deepEqual([...Deno.readDirSync(root)], []);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a first page of somebody else is not replaced, and nothing is written beside it", async () => {
  await withNights(1, async (root) => {
    const out = join(root, "web"), page = join(out, "index.html");
    await Deno.mkdir(out);
    await Deno.writeTextFile(page, '<link rel="stylesheet" href="assets/site.css"><p>My page');
    await assert.rejects(buildDashboard({ root, out }), (error: Error) => {
      assert.ok(error instanceof UsageError);
      assert.match(
        error.message,
        /web.*index\.html, which this program did not write.*--site .*web[\\/]dashboard/,
      );
      return true;
    });
    assert.match(await Deno.readTextFile(page), /My page$/);
    assert.equal([...Deno.readDirSync(out)].length, 1);
  });
});

Deno.test("what a point says is what the verb explain says, but for the samples", async () => {
  await withNights(3, async (root) => {
    const { folder } = await buildDashboard({ root });
    const scripts = [textScript(), explainPoint as unknown as string];
    for (const name of ["sessions.js", "suite-hetu-gnn--figure-1.js"]) {
      scripts.push(await Deno.readTextFile(join(folder, "data", name)));
    }
    const { SUITE, SESSIONS, explain } = new Function(
      `const globalThis = {}; ${scripts.join("\n")}; return { ...globalThis, explain: explainPoint };`,
    )();
    const contents = await readSession(join(root, "night-002"));
    // As they were measured, and as if three samples of one thread were behind each.
    const few = { n: 3, threads: 1 };
    const fewer = { ...contents, rows: contents.rows.map((row) => ({ ...row, ...few })) };
    for (const [own, session] of [[{}, contents], [few, fewer]] as const) {
      for (const series of SUITE.series) {
        const lines: string[] = explain(SUITE, SESSIONS, { ...series, ...own }, 1);
        const { cell, metric } = series;
        const expected = explainContents(session, { cell, metric, folder: root }).trimEnd().split("\n");
        assert.deepEqual(lines.filter((line) => !line.startsWith("  every sample:")), expected);
      }
    }
  });
});

Deno.test("the site says of its intervals whether they are ranges of few samples", async () => {
  for (const [n, text] of [[3, "the range of fewer than 5 samples"], [13, "95\u00a0% intervals"]] as const) {
    await inFolder(async (root) => {
      await writeNights(root, { nights: 2, suites: 1, workloads: 1, noise: 0.01, n });
      const { folder } = await buildDashboard({ root });
      const read = (name: string) => Deno.readTextFile(join(folder, name));
      assert.ok((await read("index.html")).includes(`in the latest session, with ${text}.`));
      assert.ok((await read("suite-hetu-gnn--figure-1.html")).includes(`bars and shades are ${text}.`));
    });
  }
});

Deno.test("every page has the device of the latest session before others", async () => {
  await withNights(3, async (root) => {
    const path = join(root, "night-001", "session.json");
    const document = JSON.parse(await Deno.readTextFile(path));
    const device = { ...document.device, name: "Former CPU" };
    await Deno.writeTextFile(path, JSON.stringify({ ...document, device }));
    const { folder } = await buildDashboard({ root });
    const places: readonly (readonly [page: string, begin: string])[] = [
      ["index.html", "Devices that sessions ran on"],
      [suitePage("hetu-gnn/figure-1"), "The latest value of each history"],
      ["capability.html", "Lines by status"],
      ["capability.html", "Kernel by"],
      [paperPage("hetu-gnn"), "Table: claims by verdict"],
    ];
    for (const [page, begin] of places) {
      const text = await Deno.readTextFile(join(folder, page)), from = text.indexOf(begin);
      const [latest, former] = ["Some CPU", "Former CPU"].map((name) => text.indexOf(name, from));
      assert.ok(0 < from && from < latest && latest < former, `${page}, ${begin}`);
    }
  });
});

Deno.test("bytes of an environment are told in a unit on the page of the device, as by explain", async () => {
  await withNights(1, async (root) => {
    const { folder } = await buildDashboard({ root });
    for await (const { name } of Deno.readDir(folder)) {
      if (!name.startsWith("device-")) continue;
      assert.match(await Deno.readTextFile(join(folder, name)), /cpu last-level cache[^]*?32(\.0)? MiB/);
    }
    assert.doesNotMatch(await Deno.readTextFile(join(folder, "data", "sessions.js")), /33554432/);
  });
});

Deno.test("the page's numbers are written as the report's", () => {
  const inPage = new Function(`${textScript()}; return formatNumber;`)();
  for (const value of [0, 1, -2.5, 1234.567, 1e-9, 0.00123456, 2e12, Infinity, NaN, undefined]) {
    assert.equal(inPage(value), formatNumber(value));
  }
});

Deno.test("file names of different things differ and hold plain letters only", () => {
  const names = ["own/a", "own--a", "own/a-b", "own/a/b", "../../etc", HOSTILE, "", "a b", "a_b", "Own/A"]
    .flatMap((name) => [
      suitePage(name),
      paperPage(name),
    ]);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z0-9-]+\.html$/);
});

Deno.test("500 sessions of 100,000 rows leave the first page below 1 MB", async () => {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 500, suites: 2, workloads: 25, noise: 0.01 });
    const { index } = await buildDashboard({ root });
    assert.ok((await Deno.stat(index)).size < 1_000_000);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a folder of folders of sessions is refused, and one of them is named", async () => {
  await withNights(1, async (root) => {
    const nested = join(root, "devices");
    await Deno.mkdir(join(nested, "empty"), { recursive: true });
    await Deno.mkdir(join(nested, "some-cpu"));
    await Deno.rename(join(root, "night-001"), join(nested, "some-cpu", "night-001"));
    await assert.rejects(buildDashboard({ root: nested }), (error) => {
      assert.ok(error instanceof MissingError);
      assert.match(error.message, /some in its folders some-cpu.*--out .*devices.some-cpu$/);
      return true;
    });
    assert.ok(!Array.from(Deno.readDirSync(nested)).some(({ name }) => name === "site"), "no site is begun");
  });
});
