import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { suitePage } from "../../results/dashboard/address.ts";
import { serveDashboard } from "../../results/dashboard/serve.ts";
import { buildDashboard, type Dashboard } from "../../results/dashboard/site.ts";
import { writeNights } from "../results/history/synthetic_sessions.ts";
import { Browser, type BrowserPage, findChromium } from "./chromium.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";
const executable = findChromium();
if (executable === undefined) {
  console.log("browser tests are skipped: no Chromium in PATH or GNN_REPRO_CHROMIUM");
}

async function withSite(
  use: (site: Dashboard) => Promise<void>,
  datasets = ["reddit@1/16", HOSTILE, "cora"],
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, {
      nights: 30,
      suites: 2,
      workloads: 6,
      noise: 0.01,
      regression: { night: 25, factor: 1.15 },
      datasets,
    });
    await use(await buildDashboard({ root }));
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Pictures go to a folder that a reader names. */
async function picture(page: BrowserPage, name: string): Promise<void> {
  const folder = Deno.env.get("GNN_REPRO_SCREENSHOTS");
  if (folder) await page.screenshot(join(folder, `${name}.png`));
}

function assertHarmless({ record }: BrowserPage): void {
  assert.deepEqual(
    record.requests.filter((url) => !/^(file:|data:|blob:|about:|http:\/\/127\.0\.0\.1:)/.test(url)),
    [],
  );
  assert.deepEqual(record.exceptions, []);
  assert.deepEqual(record.dialogs, []);
}

async function choose(page: BrowserPage, name: string, value: string): Promise<void> {
  await page.evaluate(
    `(() => { const s = document.querySelector("select[name=${name}]"); s.value = ${
      JSON.stringify(value)
    }; s.dispatchEvent(new Event("change", { bubbles: true })); })()`,
  );
}

const drawnPlots = `document.querySelectorAll(".plot .scatterlayer .point").length > 0`;

Deno.test({
  name: "the dashboard opens from disk, filters, draws, explains its points and fetches nothing from outside",
  ignore: executable === undefined,
  fn: async () => {
    await withSite(async ({ folder, index }) => {
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      await page.open(pathToFileURL(index).href);
      assert.match(await page.evaluate("document.body.innerText"), /regression/);
      // The first screen is drawn without a script: a bar a session, and a picture a suite with its step.
      assert.equal(await page.evaluate(`document.scripts.length`), 0);
      assert.equal(await page.evaluate(`document.querySelectorAll(".strips svg a").length`), 30);
      assert.equal(await page.evaluate(`document.querySelectorAll(".card > svg").length`), 2);
      const bar = `document.querySelector(".strips svg a").getBoundingClientRect()`;
      assert.ok(await page.evaluate<number>(`${bar}.bottom`) < 720);
      await picture(page, "index-1280");
      // From the first page's list of changes straight to the point behind it.
      await page.click("#changes ~ .scroll tbody a");
      await page.until(`document.querySelector("dialog[open]") && ${drawnPlots}`);
      const text = await page.evaluate<string>(`document.querySelector("#point-text").textContent`);
      assert.match(text, /^hetu-gnn\/figure-\d:w0:rcm\n/);
      assert.match(text, /session night-026/);
      assert.match(text, /Repeat: deno task repro/);
      await picture(page, "point-1280");
      await page.click("#older");
      await page.until(`document.querySelector("#point-text").textContent.includes("session night-025")`);
      await page.click("#close");
      await page.until(`!document.querySelector("dialog[open]") && location.hash === ""`);
      await picture(page, "suite-1280");

      const plots = `document.querySelectorAll("#plots .plot").length`;
      await choose(page, "dataset", "*");
      await page.until(`${plots} === 6`);
      await choose(page, "dataset", HOSTILE);
      await page.until(`${plots} === 2 && ${drawnPlots}`);
      assert.equal(await page.evaluate(`document.querySelectorAll("img").length`), 0);
      assert.match(
        await page.evaluate(`document.querySelector("#plots figcaption").textContent`),
        /<img src=x/,
      );
      await choose(page, "kernel", "RCM");
      await page.until(`document.querySelectorAll("#plot-1 .legend .traces").length <= 1 && ${drawnPlots}`);
      await choose(page, "metric", "speedup");
      await page.until(`document.querySelector(".ytitle")?.textContent.startsWith("Speed-up")`);
      // A point of a plot, by mouse.
      await page.click("#plot-1 .scatterlayer .point:nth-child(5)");
      await page.until(`document.querySelector("dialog[open]")`);
      assert.match(
        await page.evaluate(`document.querySelector("#point-text").textContent`),
        /speedup over natural/,
      );
      assertHarmless(page);

      const narrow = await browser.page();
      const name = suitePage("hetu-gnn/figure-1");
      await narrow.open(pathToFileURL(join(folder, name)).href, { width: 400, dark: true });
      await narrow.until(drawnPlots);
      await picture(narrow, "suite-400");
      for (const each of ["index.html", "capability.html", name]) {
        await narrow.open(pathToFileURL(join(folder, each)).href, { width: 400, dark: true });
        assert.ok(await narrow.evaluate<number>("document.documentElement.scrollWidth") <= 400, each);
        const hidden =
          `[...document.querySelectorAll(".strips rect")].some((part) => !part.getClientRects().length)`;
        assert.equal(await narrow.evaluate(hidden), false, each);
        await picture(narrow, `${each.replace(".html", "")}-400`);
      }
      assertHarmless(narrow);
    });
  },
});

Deno.test({
  name: "the capability matrix filters, and the served site draws under its policy",
  ignore: executable === undefined,
  fn: async () => {
    await withSite(async ({ folder }) => {
      await using browser = await Browser.start(executable!);
      const stop = new AbortController();
      const address = Promise.withResolvers<string>();
      const served = serveDashboard(folder, { port: 0, signal: stop.signal, listening: address.resolve });
      const home = await address.promise;
      const page = await browser.page();
      await page.open(`${home}capability.html`);
      const lines = `document.querySelectorAll("#filtered tbody tr:not([hidden])").length`;
      const all = await page.evaluate<number>(lines);
      await choose(page, "dataset", HOSTILE);
      const some = await page.evaluate<number>(lines);
      assert.ok(some > 0 && some < all, `${some} of ${all}`);
      await picture(page, "capability-1280");
      const device = `${home}device-some-cpu-wasm-13f94c8e.html`;
      await page.open(device);
      assert.equal(await page.evaluate(`document.querySelectorAll(".card svg polyline").length`), 4);
      assert.equal(await page.evaluate(`document.scripts.length`), 0);
      await picture(page, "device-1280");
      await page.open(`${home}${suitePage("hetu-gnn/figure-2")}`);
      await page.until(drawnPlots);
      assertHarmless(page);
      stop.abort();
      await served;
    });
  },
});

Deno.test({
  name:
    "the accessibility tree of the dashboard's pages names what can be reached, and hides what only the eye can read",
  ignore: executable === undefined,
  fn: async () => {
    await withSite(async ({ folder }) => {
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      const device = [...Deno.readDirSync(folder)].find(({ name }) => name.startsWith("device-"))!.name;
      for (const name of ["index.html", "capability.html", device, suitePage("hetu-gnn/figure-1")]) {
        await page.open(pathToFileURL(join(folder, name)).href);
        const plotted = await page.evaluate<boolean>(`Boolean(document.querySelector(".plot"))`);
        if (plotted) await page.until(`document.querySelector(".plot .main-svg[aria-hidden=true]")`);
        // A picture is one thing to a screen reader: nothing inside it can be reached.
        assert.equal(
          await page.evaluate(`document.querySelectorAll("[role=img] :is(a, button, [tabindex])").length`),
          0,
        );
        assert.equal(
          await page.evaluate(
            `[...document.querySelectorAll("[aria-hidden=true] :is(a, button)")].filter((e) => e.tabIndex >= 0).length`,
          ),
          0,
        );
        const nodes = await page.accessibleNodes();
        const unnamed = nodes.filter(({ role, name, focusable }) =>
          name.trim() === "" && role !== "RootWebArea" &&
          (focusable || /^(link|button|table|heading|region|navigation|combobox|group)$/.test(role))
        );
        assert.deepEqual(unnamed, [], name);
        const groups = nodes.filter(({ role }) => role === "group").map((each) => each.name);
        const images = nodes.filter(({ role }) => role === "image");
        assert.equal(
          images.length,
          await page.evaluate(`document.querySelectorAll(".card > svg").length`),
          name,
        );
        assert.ok(images.every((each) => each.name.trim() !== ""), name);
        if (plotted) assert.ok(groups.length > 0, name);
        assert.equal(new Set(groups).size, groups.length, groups.join("; "));
        assert.equal(nodes.filter(({ role }) => role === "main").length, 1, name);
      }
      assertHarmless(page);
    });
  },
});

Deno.test({
  name: "a legend of many contenders is whole within its plot on a narrow page, and buttons above its values",
  ignore: executable === undefined,
  fn: async () => {
    const root = await Deno.makeTempDir();
    try {
      const contenders = Array.from({ length: 20 }, (_, i) => `neighbor-group-of-${i}-entries`);
      await writeNights(root, { nights: 2, suites: 1, workloads: 1, noise: 0.01, contenders });
      const { folder } = await buildDashboard({ root });
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      const url = pathToFileURL(join(folder, suitePage("hetu-gnn/figure-1"))).href;
      await page.open(url, { width: 400 });
      await page.until(`document.querySelector(".plot")`);
      await page.evaluate(`document.querySelector(".plot").scrollIntoView()`);
      await page.until(`document.querySelectorAll(".plot .legend .traces").length > 0`);
      const end = (selector: string) =>
        page.evaluate<number>(`document.querySelector("${selector}").getBoundingClientRect().bottom`);
      assert.equal(await page.evaluate(`document.querySelectorAll(".plot .legend .traces").length`), 20);
      assert.ok(await end(".plot .legend") <= await end(".plot"));
      const values = `document.querySelector(".plot .nsewdrag").getBoundingClientRect().top`;
      assert.ok(
        await end(".plot .modebar-group") <= await page.evaluate<number>(values),
        "buttons on values",
      );
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test({
  name: "a suite page opens with all datasets, also where some series have no single one",
  ignore: executable === undefined,
  fn: async () => {
    await withSite(async ({ folder }) => {
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      await page.open(pathToFileURL(join(folder, suitePage("hetu-gnn/figure-1"))).href);
      await page.until(drawnPlots);
      assert.equal(await page.evaluate(`document.querySelector("select[name=dataset]").value`), "*");
      assert.equal(await page.evaluate(`document.querySelectorAll("#plots .plot").length`), 6);
    }, ["cora", ""]);
  },
});

Deno.test({
  name: "histories of other settings or units have plots of their own",
  ignore: executable === undefined,
  fn: async () => {
    const root = await Deno.makeTempDir();
    try {
      await writeNights(root, { nights: 3, suites: 1, workloads: 1, noise: 0.01 });
      const edit = async (night: string, file: string, change: (text: string) => string) => {
        const path = join(root, night, file);
        await Deno.writeTextFile(path, change(await Deno.readTextFile(path)));
      };
      await edit(
        "night-002",
        "session.json",
        (text) => text.replace('"feature width":"128"', '"feature width":"64"'),
      );
      await edit("night-003", "rows.csv", (text) => text.replaceAll(",time,ms,", ",time,us,"));
      const { folder } = await buildDashboard({ root });
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      await page.open(pathToFileURL(join(folder, suitePage("hetu-gnn/figure-1"))).href);
      await page.until(drawnPlots);
      const titles = `[...document.querySelectorAll("#plots figcaption")].map((each) => each.textContent)`;
      const [first, other, unit, ...more] = await page.evaluate<string[]>(titles);
      assert.deepEqual([other, unit, more], [`${first} \u00b7 settings 2 of the suite`, first, []]);
      await page.evaluate(`document.querySelectorAll(".plot")[2].scrollIntoView()`);
      await page.until(`document.querySelectorAll(".plot .legend .traces").length === 6`);
      const axes = `[...document.querySelectorAll(".plot")].map((each) => each._fullLayout.yaxis.title.text)`;
      assert.deepEqual(await page.evaluate(axes), ["ms", "ms", "us"].map((each) => `SpMM time (${each})`));
      const shown = await page.evaluate<string>(`document.querySelector("#shown").textContent`);
      assert.equal(shown, "6 histories of 1 workload.");
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});

Deno.test({
  name: "values below 0 are drawn, and an axis over others has none below it",
  ignore: executable === undefined,
  fn: async () => {
    await using browser = await Browser.start(executable!);
    for (const below of [0, 5]) {
      const root = await Deno.makeTempDir();
      try {
        await writeNights(root, { nights: 4, suites: 1, workloads: 1, noise: 0.01, below });
        const { folder } = await buildDashboard({ root });
        const page = await browser.page();
        await page.open(pathToFileURL(join(folder, suitePage("hetu-gnn/figure-1"))).href);
        await page.until(drawnPlots);
        const range = `document.querySelector(".plot")._fullLayout.yaxis.range`;
        const [least, most] = await page.evaluate<[number, number]>(range);
        if (below === 0) assert.ok(least >= 0);
        else assert.ok(least < -1 && most < 0.5, `${least} to ${most}`);
      } finally {
        await Deno.remove(root, { recursive: true });
      }
    }
  },
});

/** Changes rows of a session's file, whose values hold no commas. */
async function editRows(path: string, edit: (row: Record<string, string>) => void): Promise<void> {
  const [header, ...lines] = (await Deno.readTextFile(path)).trimEnd().split("\n");
  const names = header.split(",");
  const edited = lines.map((line) => {
    const row = Object.fromEntries(line.split(",").map((value, i) => [names[i], value]));
    edit(row);
    return names.map((name) => row[name]).join(",");
  });
  await Deno.writeTextFile(path, [header, ...edited, ""].join("\n"));
}

/** A cell that was not measured. */
const SKIPPED = { status: "skipped", unit: "", median: "", ci_lo: "", ci_hi: "" };

/** Opens the page of a suite over two nights of which each row was edited. */
async function onEditedNights(
  { workloads, contenders }: { readonly workloads: number; readonly contenders: readonly string[] },
  edit: (row: Record<string, string>) => void,
  look: (page: BrowserPage) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    await writeNights(root, { nights: 2, suites: 1, workloads, noise: 0.01, contenders });
    for (const night of ["night-001", "night-002"]) await editRows(join(root, night, "rows.csv"), edit);
    const { folder } = await buildDashboard({ root });
    await using browser = await Browser.start(executable!);
    const page = await browser.page();
    await page.open(pathToFileURL(join(folder, suitePage("hetu-gnn/figure-1"))).href);
    await page.until(drawnPlots);
    await look(page);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

const SHOWN = `document.querySelector("#shown").textContent`;

Deno.test({
  name: "contenders without a number have no plot and are named, and a slow one does not flatten the others",
  ignore: executable === undefined,
  fn: () =>
    onEditedNights({ workloads: 1, contenders: ["natural", "rcm", "slow", "absent"] }, (row) => {
      const slow = row.contender === "slow" && row.metric === "time" ? 1000 : 1;
      for (const name of ["median", "ci_lo", "ci_hi"]) row[name] = String(Number(row[name]) * slow);
      if (row.contender === "absent") Object.assign(row, SKIPPED);
    }, async (page) => {
      assert.equal(await page.evaluate(`document.querySelectorAll(".plot").length`), 1);
      assert.equal(await page.evaluate(SHOWN), "4 histories of 1 workload. 1 without a number: absent.");
      const type = `document.querySelector(".plot")._fullLayout.yaxis.type`;
      assert.equal(await page.evaluate(type), "log");
      await choose(page, "metric", "speedup");
      await page.until(`document.querySelector(".ytitle")?.textContent.startsWith("Speed-up")`);
      assert.equal(await page.evaluate(type), "linear");
    }),
});

Deno.test({
  name: "a contender that has a number on some graphs is not named as one without any",
  ignore: executable === undefined,
  fn: () =>
    onEditedNights({ workloads: 2, contenders: ["natural", "rcm", "absent"] }, (row) => {
      const isPart = row.contender === "rcm" && row.cell.includes(":w1:");
      if (row.contender === "absent" || isPart) Object.assign(row, SKIPPED);
    }, async (page) => {
      const text = "6 histories of 2 workloads. 3 without a number: absent; others in part.";
      assert.equal(await page.evaluate(SHOWN), text);
    }),
});
