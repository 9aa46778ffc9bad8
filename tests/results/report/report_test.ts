import assert from "node:assert/strict";
import { join, relative } from "node:path";
import {
  MAX_REPORT_BYTES,
  renderContents,
  writeContents,
  writeReport,
} from "../../../results/report/report.ts";
import { readSession, type SessionContents, SessionStore } from "../../../results/store/store.ts";
import { notebookSession } from "../notebook/notebook_session.ts";
import { claimRow, comparisonRow, newRow, sessionDocument, writtenRow } from "../session_fixture.ts";

const HOSTILE = `<img src=x onerror="alert(1)">'</script><!--\u2028&amp;`;

function hostileContents(): SessionContents {
  const document = sessionDocument();
  const [suite] = document.suites;
  const text = {
    title: HOSTILE,
    question: HOSTILE,
    command: HOSTILE,
    notes: [HOSTILE],
    settings: { [HOSTILE]: HOSTILE },
  };
  const cell = `${suite.id}:${HOSTILE}:${HOSTILE}`;
  const row = {
    dataset: HOSTILE,
    contender: HOSTILE,
    cell,
    model: HOSTILE,
    reason: HOSTILE,
    factors: `${HOSTILE}=1`,
    metric: "speedup",
    unit: "x",
    vs: HOSTILE,
  };
  const comparison = {
    published_id: HOSTILE,
    config: HOSTILE,
    dataset: HOSTILE,
    reason: HOSTILE,
    cell,
    measured: 4,
  };
  return {
    document: {
      ...document,
      session: HOSTILE,
      environment: { [HOSTILE]: HOSTILE },
      device: { ...document.device, name: HOSTILE },
      papers: [{
        id: "hetu-gnn",
        title: HOSTILE,
        reference: HOSTILE,
        url: "javascript:alert(1)",
        hardware: HOSTILE,
      }],
      suites: [{
        ...suite,
        ...text,
        contenders: [{ id: HOSTILE, label: HOSTILE }],
        plots: [
          ...suite.plots,
          { metric: "time", x: HOSTILE, facet: HOSTILE },
          { metric: "speedup", x: "prepare", facet: "dataset" },
          { metric: HOSTILE, x: "workload", facet: "dataset", stack: ["prepare"] },
        ],
      }],
      datasets: [{
        name: HOSTILE,
        kind: "stand-in",
        hash: HOSTILE,
        vertices: 1,
        storedEdges: 1,
        note: HOSTILE,
        fidelity: [{ measure: HOSTILE, wanted: 1, got: 2 }],
      }],
    },
    journal: [],
    samples: [],
    rows: [
      writtenRow(row),
      writtenRow({ ...row, metric: HOSTILE }),
      writtenRow({ ...row, metric: "prepare", unit: HOSTILE }),
    ],
    comparisons: [comparisonRow(comparison), comparisonRow({ ...comparison, measured: undefined })],
    claims: [
      claimRow({ statement: HOSTILE, check: HOSTILE, evidence: HOSTILE, reason: HOSTILE, claim_id: HOSTILE }),
    ],
  };
}

/** The page's tags outside scripts and styles, and the text of those. */
function scan(page: string): { tags: string[]; raw: string[] } {
  const raw: string[] = [];
  const rest = page.replace(/<(script|style)([^>]*)>([\s\S]*?)<\/\1>/g, (_, name, attributes, text) => {
    raw.push(text);
    return `<${name}${attributes}></${name}>`;
  });
  return { tags: [...rest.matchAll(/<[^>]*>/g)].map((match) => match[0]), raw };
}

const VOID = new Set(["meta", "br", "!doctype"]);

function assertNested(tags: readonly string[]): void {
  const open: string[] = [];
  for (const tag of tags) {
    const [, close, name] = /^<(\/?)([a-z0-9!]+)/i.exec(tag)!;
    if (tag.endsWith("/>")) continue;
    if (close) assert.equal(open.pop(), name, `${tag} closes ${name}`);
    else if (!VOID.has(name)) open.push(name);
  }
  assert.deepEqual(open, []);
}

Deno.test("a report is well nested and its hostile names stay text", async () => {
  const page = await renderContents(hostileContents());
  const { tags } = scan(page);
  assertNested(tags);
  assert.deepEqual(tags.filter((tag) => /^<(img|iframe|object|embed|link|base|form)/i.test(tag)), []);
  for (const tag of tags) assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), /\son[a-z]+=/i);
  assert.ok(page.includes("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"));
  assert.ok(!page.includes("<img src=x"));
  assert.ok(!page.includes('href="javascript:'));
});

Deno.test("a report's command can be pasted into a shell, and a script's session names none", async () => {
  const { document, ...rest } = notebookSession("reddit");
  const command = ["repro", "own/kernel-ladder", "--filter", "width<=64 && dataset=cora"];
  const page = await renderContents({ ...rest, document: { ...document, command } });
  const line = "deno task repro own/kernel-ladder --filter &#39;width&lt;=64 &amp;&amp; dataset=cora&#39;";
  assert.ok(page.includes(`<pre><code>${line}</code></pre>`));
  const other = await renderContents({ ...rest, document: { ...document, command: [] } });
  assert.doesNotMatch(other, /was started with|<code><\/code>/);
});

Deno.test("a report loads nothing and runs only the scripts whose digests it names", async () => {
  const page = await renderContents(hostileContents());
  const { tags } = scan(page);
  for (const tag of tags) {
    const names = tag.replace(/"[^"]*"/g, '""');
    assert.doesNotMatch(names, /\s(src|srcset|data|poster|action|background)=/i);
    if (/href=/.test(tag)) assert.match(tag, /^<a [^>]*href="(#|https?:)/);
  }
  const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(page)![1].replaceAll(
    "&#39;",
    "'",
  );
  assert.match(policy, /^default-src 'none'; script-src 'sha256-/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  const digest = async (text: string) => {
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return `'sha256-${bytes.toBase64()}'`;
  };
  const run = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  assert.equal(run.length, 2);
  const allowed = /script-src ([^;]*)/.exec(policy)![1];
  assert.equal(allowed, (await Promise.all(run.map(digest))).join(" "));
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1];
  assert.ok(policy.includes(await digest(style)));
});

Deno.test("plot data on the page is JSON and its plot's numbers stand in a table beside it", async () => {
  const page = await renderContents(hostileContents());
  const data = [...page.matchAll(/<script type="application\/json" id="([^"]*)-data">([\s\S]*?)<\/script>/g)];
  assert.ok(data.length > 0);
  for (const [, id, json] of data) {
    assert.ok(Array.isArray(JSON.parse(json).data));
    assert.ok(page.includes(`<div class="plot" id="${id}"`));
  }
  assert.equal(page.match(/<summary>Numbers of this plot<\/summary>/g)?.length, data.length);
  assert.equal(page.match(/<noscript>/g)?.length, data.length);
});

Deno.test("ids are unique, links have targets, tables have captions and headings do not skip a level", async () => {
  const page = await renderContents(hostileContents());
  const { tags } = scan(page);
  const ids = tags.flatMap((tag) => /\sid="([^"]*)"/.exec(tag)?.[1] ?? []);
  assert.equal(new Set(ids).size, ids.length);
  for (const tag of tags) {
    const target = /href="#([^"]*)"/.exec(tag)?.[1];
    if (target !== undefined) assert.ok(ids.includes(target), `#${target}`);
  }
  const count = (name: string) => tags.filter((tag) => tag.startsWith(`<${name}`)).length;
  assert.equal(count("caption"), count("table"));
  assert.equal(count("h1"), 1);
  assert.ok(tags.filter((tag) => tag.startsWith("<th ")).every((tag) => /scope="(col|row)"/.test(tag)));
  const levels = tags.flatMap((tag) => /^<h([1-6])/.exec(tag)?.[1] ?? []).map(Number);
  for (let i = 1; i < levels.length; i++) assert.ok(levels[i] <= levels[i - 1] + 1, levels.join());
});

Deno.test("one folder gives the same bytes each time, and the report is written beside it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    {
      using store = await SessionStore.open(folder, { create: sessionDocument() });
      const rows = [
        newRow(),
        newRow({ metric: "odd_metric", unit: "furlongs", n: 1, ci_lo: undefined, ci_hi: undefined }),
      ];
      await store.commitComparison({
        suite: rows[0].suite,
        workload: rows[0].dataset,
        key: "k",
        rows,
        samples: [],
      });
      await store.writeClaims([claimRow(), claimRow({ claim_id: "lost", verdict: "differs" })]);
      await store.writeComparisons([comparisonRow()]);
    }
    const page = await renderContents(await readSession(folder));
    assert.equal(await renderContents(await readSession(folder)), page);
    assert.equal(await writeReport(folder), join(folder, "report.html"));
    assert.equal(await Deno.readTextFile(join(folder, "report.html")), page);
    assert.ok(page.includes("odd metric") && page.includes("furlongs"));
    assert.ok(page.indexOf("</span>differs</span>") < page.indexOf("</span>inconclusive</span>"));
    // Nothing is drawn (the suite plots a metric that has no rows), so plotly is left out.
    assert.ok(page.length < 100_000);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("notebook, pictures and report are rebuilt from rows to the same bytes, wherever the folder lies", async () => {
  const root = await Deno.makeTempDir();
  try {
    const { document, rows, claims, comparisons } = notebookSession();
    const folder = join(root, "a");
    {
      using store = await SessionStore.open(folder, { create: document });
      const fresh = rows.map(({ schema: _, session: __, attempt: ___, ...row }) => row);
      const { suite, dataset: workload } = rows[0];
      await store.commitComparison({ suite, workload, key: "k", rows: fresh, samples: [] });
      await store.writeClaims(claims);
      await store.writeComparisons(comparisons);
    }
    const { report, notebook, pictures } = await writeContents(await readSession(folder), folder);
    const files = [report, notebook, ...pictures, join(folder, "deno.json")].map((path) =>
      relative(folder, path)
    );
    assert.equal(pictures.length, 1);
    const read = (at: string) => Promise.all(files.map((file) => Deno.readTextFile(join(at, file))));
    const first = await read(folder);
    const moved = join(root, "moved");
    await Deno.rename(folder, moved);
    for (const file of files) await Deno.remove(join(moved, file));
    await writeContents(await readSession(moved), moved);
    assert.deepEqual(await read(moved), first);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a session too large for one page is cut to 8 MB and says where the rest is", async () => {
  const contents = hostileContents();
  const rows = Array.from(
    { length: 12_000 },
    (_, i) => writtenRow({ contender: `c${i}`, reason: "r".repeat(400) }),
  );
  const claims = Array.from(
    { length: 3000 },
    (_, i) => claimRow({ claim_id: `c${i}`, statement: "s".repeat(400) }),
  );
  const page = await renderContents({ ...contents, rows: [...contents.rows, ...rows], claims });
  assert.ok(new TextEncoder().encode(page).length <= MAX_REPORT_BYTES);
  assert.match(page, /more rows are in <code>rows\.csv<\/code>/);
});

Deno.test("a page that is cut draws its plots whole", async () => {
  const contents = hostileContents();
  const document = sessionDocument();
  const plots = [{ metric: "time", x: "workload" }];
  const suite = { ...document.suites[0], plots };
  const reason = "r".repeat(20_000);
  const rows = Array.from({ length: 150 }, (_, i) => writtenRow({ contender: `c${i}`, reason }));
  const claims = Array.from({ length: 900 }, (_, i) => claimRow({ claim_id: `c${i}`, statement: reason }));
  const page = await renderContents({
    ...contents,
    document: { ...document, suites: [suite] },
    rows,
    claims,
  });
  assert.match(page, /more rows are in <code>claims\.csv<\/code>/);
  assert.doesNotMatch(page, /more values, which are in rows\.csv/);
});

Deno.test("a page of one row and one published number counts them in the singular", async () => {
  const { document, ...rest } = hostileContents();
  const contents = { ...rest, document, rows: [writtenRow()], comparisons: [comparisonRow()] };
  const page = await renderContents(contents);
  assert.match(page, /Published numbers: 1 row</);
  assert.match(page, /Cells of <code>[^<]*<\/code>: 1 row</);
  assert.doesNotMatch(
    page.replace(/<script[^]*?<\/script>/g, ""),
    /\b1 (more )?(rows|numbers|claims|notes|plots)\b/,
  );
});

Deno.test("an empty session has a report", async () => {
  const document = sessionDocument({ suites: [], papers: [], calibration: null, finished: false });
  const page = await renderContents({
    document,
    journal: [],
    rows: [],
    samples: [],
    comparisons: [],
    claims: [],
  });
  assertNested(scan(page).tags);
  assert.ok(page.includes("No claim was judged") && page.includes("This run was not finished"));
  assert.ok(page.includes("script-src 'none'") || page.includes("script-src &#39;none&#39;"));
});
