/** Numbers of the README beside those of the recorded sessions that it names. @module */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { recordedBenches } from "../../experiments/bench/recorded_benches.ts";
import { readSession } from "../../results/store/store.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));
const recorded = join(home, "results", "recorded");

Deno.test("the README's numbers of a GPU are those of its recorded sessions", async () => {
  const lines = (await Deno.readTextFile(join(home, "README.md"))).split("\n");
  const session = (card: string, name: string) => readSession(join(recorded, card, `${name}.zip`));
  const three = (value: number) => value.toPrecision(3);
  /** The line that has all of some words in it. */
  const has = (...words: readonly string[]) =>
    assert.ok(
      lines.some((line) => line.startsWith("| ") && words.every((word) => line.includes(word))),
      `${words}`,
    );

  for (const [card, name] of [["nvidia-h200", "reddit"], ["nvidia-h100", "proteins"]] as const) {
    const { samples } = await session(card, `kernel-ladder-${name}`);
    const times = (contender: string) =>
      samples.filter(({ cell, metric }) => metric === "time" && cell.endsWith(`:${contender}`))
        .toSorted((a, b) => a.round - b.round).map(({ value }) => value);
    const torch = times("peer:torch");
    const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[1];
    for (const kernel of ["merge-split", "merge-split-bf16"]) {
      const own = times(kernel), ratios = own.map((ms, round) => torch[round] / ms);
      assert.equal(own.length, 3);
      const range = `[${three(Math.min(...ratios))}, ${three(Math.max(...ratios))}]`;
      has(
        `${three(median(own))} ms, \`${kernel}\``,
        `${three(median(torch))} ms`,
        `${three(median(ratios))}x ${range}`,
      );
    }
  }
  const { rows } = await session("nvidia-h200", "training-ladder-reddit");
  const row = (contender: string, metric: string) =>
    rows.find((each) => each.contender === contender && each.metric === metric && each.status === "ok")!;
  for (const peer of ["peer:torch", "peer:pyg"]) {
    const { median: slower, ci_lo, ci_hi, n } = row(peer, "speedup");
    const ratio = `${three(1 / slower!)}x [${three(1 / ci_hi!)}, ${three(1 / ci_lo!)}]`;
    has(
      `${three(row("own", "time").median!)} ms`,
      `${three(row(peer, "time").median!)} ms`,
      ratio,
      `| ${n} |`,
    );
  }
});

Deno.test("the README's numbers of a CPU beside its peers are those of its recorded bench", async () => {
  const readme = (await Deno.readTextFile(join(home, "README.md"))).replaceAll(/\s+/g, " ");
  for (const device of ["amd-epyc-avx512-2-threads", "intel-xeon-avx512-2-threads"]) {
    const table = await recordedBenches([join(recorded, device, "bench.zip")]);
    for (const work of ["SpMM, PyTorch", "SpMM, DGL, copy_u", "mini-batch epoch, DGL"]) {
      const line = table.split("\n").find((each) => each.startsWith(`| ${work} `));
      const number = /[\d.]+x \[[\d.]+, [\d.]+\]/.exec(line ?? "")?.[0];
      assert.ok(number !== undefined && readme.includes(number), `${device}, ${work}: ${number}`);
    }
  }
});

Deno.test("the README's ratios at a published size on a CPU are those of its recorded rounds", async () => {
  const readme = (await Deno.readTextFile(join(home, "README.md"))).replaceAll(/\s+/g, " ");
  const { samples } = await readSession(join(recorded, "amd-epyc-avx512-2-threads", "kernel-ladder.zip"));
  const times = (contender: string) =>
    samples.filter(({ cell, metric }) => metric === "time" && cell.endsWith(`:reddit:w64:${contender}`))
      .toSorted((a, b) => a.round - b.round).map(({ value }) => value);
  const own = times("row-split-blocked");
  const ratioTo = (peer: string) => {
    const [low, middle, high] = times(peer).map((ms, round) => ms / own[round]).toSorted((a, b) => a - b)
      .map((ratio) => ratio.toPrecision(3));
    return `${middle}x [${low}, ${high}]`;
  };
  assert.equal(own.length, 3);
  const [torch, dgl] = [ratioTo("peer:torch"), ratioTo("peer:dgl")];
  assert.ok(readme.includes(`SpMM is ${torch} as fast as PyTorch's, ${dgl} as DGL's on the EPYC (n = 3)`));
});

Deno.test("the table of published sizes on a CPU has the medians of its session, and says which peers are unstable", async () => {
  const page = await Deno.readTextFile(join(recorded, "README.md"));
  const { rows } = await readSession(join(recorded, "amd-epyc-avx512-2-threads", "kernel-ladder.zip"));
  const lines = page.split("\n").map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
  const [, ...heads] = lines.find(([first, second]) => first === "graph" && second === "row-split-bf16")!;
  const peers: Readonly<Record<string, string>> = {
    DGL: "peer:dgl",
    PyTorch: "peer:torch",
    SciPy: "peer:scipy",
  };
  const expected = (dataset: string) =>
    heads.map((head) => {
      const row = rows.find(({ cell, metric }) =>
        metric === "time" && cell === `own/kernel-ladder:${dataset}:w64:${peers[head] ?? head}`
      )!;
      if (row.status === "skipped" && row.reason.startsWith("unstable")) return "unstable";
      const ms = row.median!;
      return ms < 1000 ? ms.toPrecision(3) : ms.toFixed(0);
    });
  for (
    const [name, dataset] of [["Reddit", "reddit"], ["Proteins", "ogbn-proteins"], [
      "Products",
      "ogbn-products",
    ]]
  ) {
    const [, ...cells] = lines.find(([first = ""]) =>
      first.startsWith(`${name}, `) && first.endsWith("entries")
    )!;
    assert.deepEqual(cells, expected(dataset), name);
  }
});

Deno.test("the README counts the targets that its recorded benches meet and miss", async () => {
  const readme = (await Deno.readTextFile(join(home, "README.md"))).replaceAll(/\s+/g, " ");
  const judged = async (session: string) => {
    const table = await recordedBenches([join(recorded, `${session}.zip`)]);
    const lines = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    const asked = lines.filter(([, , found = "", target = ""]) => /^\d/.test(found) && /^\d/.test(target));
    const count = (verdict: string) => asked.filter(([, , found]) => found.endsWith(verdict)).length;
    return { asked: asked.length, missed: count(": missed"), open: count(": open") };
  };
  const xeon = "intel-xeon-avx512-2-threads";
  assert.deepEqual(await judged("amd-epyc-avx512-2-threads/bench"), { asked: 17, missed: 0, open: 2 });
  assert.deepEqual(await judged(`${xeon}/bench`), { asked: 17, missed: 0, open: 3 });
  assert.deepEqual(await judged(`${xeon}/bench-avx2`), { asked: 15, missed: 0, open: 0 });
  assert.match(readme, /Of 17 targets 15 and 14 are met, none missed\./);
});
