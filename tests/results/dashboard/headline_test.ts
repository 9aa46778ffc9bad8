/**
 * Best ratios of suites: the cell, its devices and its picture.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { renderBeside } from "../../../results/dashboard/beside_devices.ts";
import { headlinesOf } from "../../../results/dashboard/headline.ts";
import { renderSuitePage } from "../../../results/dashboard/suite_page.ts";
import { renderHeadlines } from "../../../results/dashboard/headline_pictures.ts";
import { readHistory, type SessionHistory } from "../../../results/history/session_history.ts";
import { writeNights } from "../history/synthetic_sessions.ts";

/** Histories of nights, of which some are given another device or profile. */
async function nights(
  count: number,
  changes: Readonly<Record<number, { readonly name?: string; readonly profile?: string }>> = {},
): Promise<SessionHistory> {
  const root = await Deno.makeTempDir();
  try {
    const regression = { night: count - 6, factor: 1.5 };
    await writeNights(root, { nights: count, suites: 2, workloads: 3, noise: 0.005, regression });
    for (const [night, { name, profile }] of Object.entries(changes)) {
      const path = join(root, `night-${night.padStart(3, "0")}`, "session.json");
      const document = JSON.parse(await Deno.readTextFile(path));
      if (name !== undefined) document.device.name = name;
      await Deno.writeTextFile(path, JSON.stringify({ ...document, profile: profile ?? document.profile }));
    }
    return await readHistory(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("the headline is the plotted ratio of the cell that is best in the latest session, on every device", async () => {
  const { suites, sessions } = await nights(8, { 3: { name: "Other CPU" } });
  const [{ profile, tracks, headlines }, ...others] = headlinesOf(suites, sessions);
  assert.deepEqual([profile, [...tracks.values()], others.length], ["standard", [
    "Some CPU, wasm",
    "Other CPU, wasm",
  ], 0]);
  assert.equal(headlines.length, 2);
  for (const { history, metric, series } of headlines) {
    assert.equal(metric.id, "speedup");
    const last = history.series.filter(({ head, sessions: own }) =>
      head.metric === "speedup" && own.at(-1) === sessions.length - 1
    );
    const best = Math.max(...last.map(({ numbers }) => numbers.median.at(-1)!));
    assert.equal(series[0].numbers.median.at(-1), best);
    assert.deepEqual(series.map(({ sessions: own }) => own.length), [7, 1]);
    assert.equal(new Set(series.map(({ head }) => head.cell)).size, 1);
  }
});

Deno.test("a ratio to the best cell itself, which is 1 where it is best, is no headline", async () => {
  const { suites: [history], sessions } = await nights(3);
  const overBest = { id: "over_best", label: "time over the best's", unit: "x", better: "lower" } as const;
  const series = history.series.filter(({ head }) => head.metric === "speedup").map((each) => {
    const ones = each.numbers.median.map(() => 1);
    const numbers = { ...each.numbers, median: ones, ci_lo: ones, ci_hi: ones };
    return { ...each, head: { ...each.head, metric: overBest.id }, numbers };
  });
  const suite = {
    ...history.suite,
    metrics: [overBest, ...history.suite.metrics],
    plots: [{ ...history.suite.plots[0], metric: overBest.id }, ...history.suite.plots],
  };
  const [{ headlines }] = headlinesOf(
    [{ ...history, suite, series: [...series, ...history.series] }],
    sessions,
  );
  assert.deepEqual(headlines.map(({ metric }) => metric.id), ["speedup"]);
});

Deno.test("the key names the devices that are drawn, and no others", async () => {
  const { suites, sessions } = await nights(4, { 2: { name: "Other CPU" } });
  const [own] = headlinesOf(suites, sessions), [{ series: [latest], ...headline }] = own.headlines;
  assert.match(renderHeadlines(own).source, /<li>.*Some CPU, wasm<\/li>\s*<li>.*Other CPU, wasm<\/li>/s);
  const drawn = renderHeadlines({ ...own, headlines: [{ ...headline, series: [latest] }] }).source;
  assert.ok(drawn.includes("Some CPU") && !drawn.includes("Other CPU"));
});

Deno.test("profiles are kept apart, the one of most sessions first, and a device keeps its colour", async () => {
  const { suites, sessions } = await nights(8, { 8: { profile: "paper", name: "Other CPU" } });
  const profiles = headlinesOf(suites, sessions);
  assert.deepEqual(profiles.map(({ profile, headlines }) => [profile, headlines.length]), [
    ["standard", 2],
    ["paper", 2],
  ]);
  const colours = profiles.map((each) => /fill="(#\w+)"/.exec(renderHeadlines(each).source)?.[1]);
  assert.ok(colours.every(Boolean) && colours[0] !== colours[1], colours.join());
});

Deno.test("a picture draws every session, its intervals and its step, and leads to the point", async () => {
  const { suites, sessions } = await nights(20);
  const [own] = headlinesOf(suites, sessions);
  const [stepped] = own.headlines.flatMap((headline) => {
    const change = headline.history.changes.find(({ series: { head } }) => head.metric === "speedup");
    return change === undefined ? [] : [{ ...headline, series: [change.series] as const }];
  });
  const picture = renderHeadlines({ ...own, headlines: [stepped] }).source;
  assert.equal(picture.match(/<circle/g)!.length, 20 + 2);
  assert.equal(/points="([^"]*)"/.exec(picture)![1].split(" ").length, 20);
  assert.match(picture, /d="M-5 6H5L0 14Z" fill="currentColor"/);
  assert.match(picture, /aria-label="Figure \d, Speed-up, RCM [^"]* in the latest of 20 sessions"/);
  assert.ok(picture.includes(`#s=${stepped.series[0].id}&amp;n=19`));
});

Deno.test("latest values of one cell on two devices or profiles are told apart", async () => {
  const { suites, sessions } = await nights(4, { 2: { name: "Second" }, 4: { profile: "paper" } });
  const page = renderSuitePage(suites[0], sessions);
  const [table] = page.slice(page.indexOf('id="latest"')).match(/<tbody>[^]*?<\/tbody>/)!;
  const rows = table.match(/<tr>[^]*?<\/tr>/g)!.map((row) =>
    [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => cell.replace(/<[^>]*>/g, "").trim())
  );
  const [contender, workload, metric] = rows[0],
    same = rows.filter((row) => row.slice(0, 3).join() === [contender, workload, metric].join());
  assert.deepEqual(
    same.map((row) => row[3]),
    ["Some CPU, wasm \u00b7 paper", "Some CPU, wasm \u00b7 standard", "Second, wasm \u00b7 standard"],
  );
  assert.deepEqual(new Set(same.map((row) => row[6])), new Set(["13"]));
});

Deno.test("a workload that only repeats its graph's name stands once, with the graph's scale", async () => {
  const { suites: [history], sessions } = await nights(8);
  const named = (workload: string) => {
    const series = history.series.map((each) => ({
      ...each,
      workload,
      head: { ...each.head, dataset: "reddit@1/16" },
    }));
    const page = renderSuitePage({ ...history, series }, sessions);
    return page.slice(page.indexOf('id="latest"')).match(/reddit@1\/16[^<]*/)![0];
  };
  assert.deepEqual(["reddit", "reddit@1/16", "w64", ""].map(named), [
    ...["reddit@1/16", "reddit@1/16", "reddit@1/16 \u00b7 w64", "reddit@1/16"],
  ]);
});

Deno.test("a device's table has a column for each other device that ran the suites, and none alone", async () => {
  const alone = await nights(2);
  assert.deepEqual(renderBeside("Some CPU, wasm", alone), []);
  const [table, ...others] = renderBeside(
    "Some CPU, wasm",
    await nights(4, { 2: { name: "Second" }, 4: { name: "Third" } }),
  );
  assert.equal(others.length, 0);
  const headings = [...table.source.matchAll(/<th scope="col"[^>]*>([^<]*)</g)].map(([, text]) => text);
  assert.equal(headings[2], "Some CPU, wasm");
  assert.deepEqual(headings.slice(3).sort(), ["Second, wasm", "Third, wasm"]);
  assert.equal(table.source.match(/class="number"\s*>\d\.\d+ \[\d[\d.]*, \d[\d.]*\]</g)!.length, 2 * 3);
});
