/** The page that runs itself, from its file to a session that the reader reads. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { RecordedTime } from "../../experiments/try/recorded_time.ts";
import { tryPage } from "../../experiments/try/try_page.ts";
import { spmmWebGpuKernels } from "../../kernels/spmm/webgpu_kernels.ts";
import { readSession } from "../../results/store/session_reader.ts";
import { compareCommand } from "../../results/compare/compare_command.ts";
import { rebuildReport } from "../../results/report/report_command.ts";
import { Browser, type BrowserPage, EMULATED_WEBGPU, findChromium } from "./chromium.ts";

const executable = findChromium();
if (executable === undefined) {
  console.log("browser tests are skipped: no Chromium in PATH or GNN_REPRO_CHROMIUM");
}

const HOSTILE = "</script><img src=x onerror=alert(1)>";
const STATE = "document.documentElement.dataset.state";

/** Pictures go to a folder that a reader names. */
async function picture(page: BrowserPage, name: string): Promise<void> {
  const folder = Deno.env.get("GNN_REPRO_SCREENSHOTS");
  if (folder) await page.screenshot(join(folder, `${name}.png`));
}

/** Hash of the page's tiny graph, as the page itself computes it. */
async function recordedOnTinyGraph(): Promise<RecordedTime[]> {
  const { drawPageGraph } = await import("../../experiments/try/page/page_graphs.ts");
  const { hash: datasetHash } = await drawPageGraph("cora@1/1", 1);
  const time = { datasetHash, width: 64, ms: 0.5, interval: [0.4, 0.6], session: "x/y" } as const;
  return [{ ...time, device: HOSTILE, backend: "x86", isa: "avx2", contender: "best kernel" }];
}

Deno.test({
  name: "the page checks and times every kernel on an emulated card, asks no network, and saves a session",
  ignore: executable === undefined,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const file = join(folder, "try.html");
      await Deno.writeTextFile(file, tryPage(await recordedOnTinyGraph(), "0123456789ab"));
      await using browser = await Browser.start(executable!, EMULATED_WEBGPU);
      const page = await browser.page();
      await page.saveInto(folder);
      await page.open(pathToFileURL(file).href, { width: 400, dark: true });
      await page.until(`${STATE} === "ready"`);
      assert.match(await page.evaluate("document.getElementById('card').textContent"), /swiftshader/i);
      await picture(page, "try-ready");
      await page.click("input[value=smoke]");
      await page.click("input[name=software]");
      await page.click("#start");
      await page.until(`${STATE} === "done" || ${STATE} === "failed"`, 300);
      assert.equal(
        await page.evaluate(STATE),
        "done",
        await page.evaluate("document.getElementById('progress').textContent"),
      );
      const ladder: string = await page.evaluate("document.querySelector('tbody').innerText");
      for (const { id } of spmmWebGpuKernels) assert.ok(ladder.includes(id), ladder);
      assert.equal(ladder.match(/right in 2,708 rows/g)?.length, spmmWebGpuKernels.length, ladder);
      assert.ok(ladder.includes(HOSTILE));
      const trust: string = await page.evaluate("document.getElementById('results').innerText");
      assert.match(trust, /emulates a card[\s\S]*clock moves in steps of[\s\S]*cannot be seen/);
      const widest: number = await page.evaluate("document.documentElement.scrollWidth");
      assert.ok(widest <= 400, `${widest} pixels wide`);
      await page.show({ width: 400, height: 4000, dark: true });
      await picture(page, "try-400-dark");
      await page.show({ height: 2400 });
      await picture(page, "try-1280");

      const name: string = await page.evaluate("document.getElementById('save').download");
      await page.click("#save");
      const archive = join(folder, name);
      for (let tries = 0; tries < 100; tries++) {
        if (await Deno.stat(archive).then(({ size }) => size > 0, () => false)) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const { document, rows, samples, journal } = await readSession(archive);
      assert.equal(document.finished, true);
      assert.equal(document.environment.webgpu, "browser");
      assert.equal(document.calibration?.aaRounds, 2);
      assert.equal(journal.length, 1);
      const times = rows.filter(({ metric }) => metric === "time");
      assert.deepEqual(times.map(({ contender }) => contender), spmmWebGpuKernels.map(({ id }) => id));
      for (const { status, adapter_kind, checked_rows, commit, reason } of times) {
        assert.deepEqual([status, adapter_kind, checked_rows, commit], [
          "ok",
          "software",
          2708,
          "0123456789ab",
        ]);
        assert.equal(reason, "");
      }
      const [first] = times;
      assert.equal(samples.filter(({ cell, metric }) => cell === first.cell && metric === "time").length, 2);
      const { report } = await rebuildReport({ root: folder, session: name });
      assert.ok((await Deno.readTextFile(report)).includes("SpMM kernels from naive to best"));
      const copy = join(folder, "copy.zip");
      await Deno.copyFile(archive, copy);
      const { page: compared } = await compareCommand({ root: folder, sessions: [archive, copy] });
      assert.match(await Deno.readTextFile(compared!), /row-split-scalar/);
      assert.deepEqual(page.record.exceptions, []);
      assert.deepEqual(page.record.dialogs, []);
      const requests = page.record.requests.filter((url) => !/^(about|data|blob):/.test(url));
      assert.deepEqual([...new Set(requests)], [pathToFileURL(file).href]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "without a card the page says what would help",
  ignore: executable === undefined,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const file = join(folder, "try.html");
      await Deno.writeTextFile(file, tryPage([], "unknown"));
      await using browser = await Browser.start(executable!);
      const page = await browser.page();
      await page.open(pathToFileURL(file).href);
      await page.until(`${STATE} === "failed"`);
      const said = await page.evaluate<string>("document.getElementById('progress').textContent");
      assert.match(said, /has WebGPU, but found no graphics card .* driver of the card or another browser/);
      assert.deepEqual(page.record.exceptions, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("the committed program of the page is what its sources give", async (test) => {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-read", "--allow-write", "--allow-run", "build.ts", "--check"],
    cwd: fileURLToPath(new URL("../../tools/try_page", import.meta.url)),
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stderr);
  if (code !== 0 && !/is not what its sources give/.test(text)) {
    // The bundler is no dependency of the harness: it may be neither cached nor reachable.
    console.log(`ignored: Deno's bundler cannot be had: ${text.trim()}`);
    return void await test.step({ name: "the bundler", ignore: true, fn: () => {} });
  }
  assert.equal(code, 0, text);
});
