import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderContents } from "../../results/report/report.ts";
import type { SessionContents } from "../../results/store/store.ts";
import { notebookSession } from "../results/notebook/notebook_session.ts";
import { Browser, type BrowserPage, findChromium } from "./chromium.ts";

const HOSTILE = "<img src=x onerror=alert(1)>";
const executable = findChromium();
const ignore = executable === undefined;
if (ignore) console.log("browser tests are skipped: no Chromium in PATH or GNN_REPRO_CHROMIUM");

async function withReport(
  use: (page: BrowserPage, url: string) => Promise<void>,
  session = notebookSession(HOSTILE),
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const path = join(folder, "report.html");
    await Deno.writeTextFile(path, await renderContents(session));
    await using browser = await Browser.start(executable!);
    await use(await browser.page(), pathToFileURL(path).href);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Pictures go to a folder that a reader names. */
async function picture(page: BrowserPage, name: string): Promise<void> {
  const folder = Deno.env.get("GNN_REPRO_SCREENSHOTS");
  if (folder) await page.screenshot(join(folder, `${name}.png`));
}

const drawn = `document.querySelectorAll(".plot .main-svg").length > 0`;

Deno.test({
  name: "a report opens from disk at both widths and in both themes, draws, and fetches nothing",
  ignore,
  fn: async () => {
    await withReport(async (page, url) => {
      for (const width of [1280, 400]) {
        for (const dark of [false, true]) {
          await page.open(url, { width, dark });
          await page.evaluate(`document.querySelector(".plot").scrollIntoView()`);
          await page.until(drawn);
          await picture(page, `report-${width}-${dark ? "dark" : "light"}`);
          await page.evaluate(`document.querySelectorAll("details").forEach((each) => each.open = true)`);
          assert.ok(await page.evaluate<number>("document.documentElement.scrollWidth") <= width, `${width}`);
        }
      }
      assert.equal(await page.evaluate(`document.querySelectorAll("img").length`), 0);
      assert.match(await page.evaluate(`document.querySelector("h3").textContent`), /<img src=x/);
      const { requests, exceptions, dialogs } = page.record;
      assert.deepEqual(requests.filter((each) => !/^(file|data|blob|about):/.test(each)), []);
      assert.deepEqual([exceptions, dialogs], [[], []]);
    });
  },
});

/** A session whose plot has a bar for each of many contenders, with names as long as those of `advise`. */
function withManyContenders(count: number): SessionContents {
  const { document, rows, ...rest } = notebookSession("friends");
  const contenders = Array.from(
    { length: count },
    (_, i) => ({ id: `c${i}`, label: `neighbor-group-${i} after rcm` }),
  );
  const [suite] = document.suites, row = rows.find(({ metric }) => metric === "speedup")!;
  return {
    ...rest,
    document: { ...document, suites: [{ ...suite, contenders: [...suite.contenders, ...contenders] }] },
    rows: [
      ...rows,
      ...contenders.map(({ id }) => ({ ...row, contender: id, cell: row.cell.replace("rcm", id) })),
    ],
  };
}

Deno.test({
  name: "on paper no heading is cut between two pages, or stands alone at the end of one",
  ignore,
  fn: async () => {
    await withReport(async (page, url) => {
      await page.open(url);
      await page.show({ print: true });
      const breaks = await page.evaluate<string[]>(
        `[...document.querySelectorAll("h2, h3, h4")].map((each) => {
          const { breakInside, breakAfter } = getComputedStyle(each);
          return breakInside + " " + breakAfter;
        })`,
      );
      assert.ok(breaks.length > 3);
      assert.deepEqual(breaks.filter((each) => each !== "avoid avoid"), []);
    });
  },
});

Deno.test({
  name: "on paper a plot takes half the width without its buttons, and the screen has it whole again",
  ignore,
  fn: async () => {
    await withReport(async (page, url) => {
      await page.open(url);
      await page.evaluate(`document.querySelector(".plot").scrollIntoView()`);
      await page.until(drawn);
      const width = (selector: string) =>
        page.evaluate<number>(`document.querySelector("${selector}").getBoundingClientRect().width`);
      const before = await width(".plot .main-svg");
      await page.show({ print: true });
      await page.evaluate(`dispatchEvent(new Event("beforeprint"))`);
      // The width between the margins of A4.
      await page.evaluate(`document.body.style.width = "703px"`);
      const [figure, picture] = [await width(".plots figure"), await width(".plot .main-svg")];
      assert.ok(figure < 352 && picture < figure && picture > 0.9 * figure, `${figure} ${picture}`);
      const hidden = `getComputedStyle(document.querySelector(".modebar")).display`;
      assert.equal(await page.evaluate(hidden), "none");
      await page.show({});
      await page.evaluate(`document.body.style.width = ""`);
      await page.evaluate(`dispatchEvent(new Event("afterprint"))`);
      await page.until(
        `document.querySelector(".plot .main-svg").getBoundingClientRect().width === ${before}`,
      );
    });
  },
});

Deno.test({
  name: "a legend of many lines stays within its plot on a narrow page, and buttons above its values",
  ignore,
  fn: async () => {
    await withReport(async (page, url) => {
      await page.open(url, { width: 400 });
      await page.evaluate(`document.querySelector(".plot").scrollIntoView()`);
      await page.until(drawn);
      const end = (selector: string) =>
        page.evaluate<number>(`document.querySelector("${selector}").getBoundingClientRect().bottom`);
      assert.equal(await page.evaluate(`document.querySelectorAll(".plot .legend .traces").length`), 25);
      assert.ok(await end(".plot .legend") <= await end(".plot"));
      const values = `document.querySelector(".plot .nsewdrag").getBoundingClientRect().top`;
      assert.ok(
        await end(".plot .modebar-group") <= await page.evaluate<number>(values),
        "buttons on values",
      );
    }, withManyContenders(24));
  },
});

Deno.test({
  name: "a report's accessibility tree names what can be reached, and hides what only the eye can read",
  ignore,
  fn: async () => {
    await withReport(async (page, url) => {
      await page.open(url);
      await page.evaluate(`document.querySelector(".plot").scrollIntoView()`);
      await page.until(`document.querySelector(".main-svg[aria-hidden=true]")`);
      await page.evaluate(`document.querySelectorAll("details").forEach((each) => each.open = true)`);
      const nodes = await page.accessibleNodes();
      const unnamed = nodes.filter(({ role, name, focusable }) =>
        name.trim() === "" &&
        (focusable || /^(link|button|table|heading|region|navigation)$/.test(role)) &&
        role !== "RootWebArea"
      );
      assert.deepEqual(unnamed, []);
      const named = (role: string) => nodes.filter((node) => node.role === role).map(({ name }) => name);
      assert.equal(named("main").length, 1);
      for (const role of ["region", "navigation"]) {
        assert.equal(new Set(named(role)).size, named(role).length, named(role).join("; "));
      }
      assert.ok(named("columnheader").includes("differs") && named("rowheader").includes("hetu-gnn"));
      // The ticks of an axis, one by one, say nothing: the table under the plot has the numbers.
      assert.ok(!nodes.some(({ role, name }) => role === "StaticText" && name === "0.5"));

      await page.open(url);
      await page.press("Tab");
      assert.equal(await page.evaluate("document.activeElement.className"), "skip");
      await page.press("Enter");
      assert.equal(await page.evaluate("location.hash"), "#content");
    });
  },
});
