import assert from "node:assert/strict";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import {
  PICTURE_FOLDER,
  pictureName,
  pictureSvg,
  writeDrawn,
  writePictures,
} from "../../../results/pictures/picture_files.ts";
import { drawnPictures } from "../../../results/pictures/drawn_pictures.ts";
import { figureSvg, PAGE } from "../../../results/pictures/svg_figure.ts";
import { type Plot, suitePlots } from "../../../results/report/plots/plot.ts";
import { comparisonRow, sessionDocument, writtenRow } from "../session_fixture.ts";

const HOSTILE = `<img src=x onerror="alert(1)">&'`;

/** Plots of every kind, with a hostile name in all of them. */
function plots(): Plot[] {
  const document = sessionDocument();
  const [text] = document.suites;
  const suite = {
    ...text,
    contenders: [...text.contenders, { id: HOSTILE, label: HOSTILE }],
    plots: [
      { metric: "speedup", x: "workload" },
      { metric: "time", x: "workload", logarithmic: true },
      { metric: "time", x: "width" },
      { metric: "time", x: "prepare" },
      { metric: "time", x: "workload", stack: ["prepare", "preprocess"] },
    ],
  };
  const rows = ["natural", "rcm", HOSTILE].flatMap((contender, i) =>
    [16, 64].flatMap((width) => {
      const own = {
        contender,
        cell: `${suite.id}:w${width}:${contender}`,
        factors: `width=${width}`,
        dataset: HOSTILE,
      };
      const value = (i + 1) * width;
      return [
        writtenRow({ ...own, median: value, ci_lo: value / 2, ci_hi: i === 2 ? Infinity : value * 2 }),
        writtenRow({ ...own, metric: "speedup", unit: "x", vs: "natural", median: value / 16 }),
        writtenRow({ ...own, metric: "prepare", median: value / 4, ci_lo: undefined, ci_hi: undefined }),
        writtenRow({ ...own, metric: "preprocess", median: value / 8 }),
      ];
    })
  );
  const cell = rows[1].cell;
  const comparisons = [comparisonRow({ cell, measured: rows[1].median, published: "1.5" })];
  return suitePlots({ suite, rows, comparisons, calibration: document.calibration, limit: 100 });
}

/** Numbers that stand for places. */
function coordinates(svg: string): number[] {
  return [...svg.matchAll(/\b(?:x|y|cx|cy|x1|x2|y1|y2|width|height)="([^"%]*)"/g)].map((match) =>
    Number(match[1])
  );
}

Deno.test("every kind of plot is drawn as a well-formed picture whose names stay text", () => {
  const all = plots();
  assert.equal(all.length, 5);
  for (const plot of all) {
    const svg = pictureSvg(plot);
    const open: string[] = [];
    for (const [tag, close, name] of svg.matchAll(/<(\/?)([a-z]+)[^>]*>/gi)) {
      if (close) assert.equal(open.pop(), name, tag);
      else if (!tag.endsWith("/>")) open.push(name);
    }
    assert.deepEqual(open, []);
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /<img|NaN|Infinity|undefined|href|<script/);
    assert.ok(svg.includes("&lt;img"), plot.id);
    for (const place of coordinates(svg)) assert.ok(place >= -20 && place <= 2000, `${plot.id}: ${place}`);
    assert.equal(pictureSvg(plot), svg);
    // On a page it takes the page's colours, by attributes alone: a style would need a digest in the policy.
    const still = figureSvg(plot.figure, { id: `${plot.id}-still`, title: plot.title, theme: PAGE }).source;
    assert.doesNotMatch(still, /style=|<style/);
    assert.match(still, /fill="currentColor"/);
  }
  assert.match(pictureSvg(all[0]), />published</);
});

Deno.test("pictures are the same bytes each time, and those of vanished plots go", async () => {
  const session = await Deno.makeTempDir();
  try {
    const all = plots();
    const files = await writePictures(session, all);
    const read = () => Promise.all(files.map((file) => Deno.readTextFile(file)));
    const first = await read();
    const folder = join(session, PICTURE_FOLDER);
    const png = (plot: Plot) => join(folder, `${pictureName(plot)}.png`);
    for (const plot of all.slice(0, 2)) await Deno.writeTextFile(png(plot), "of the same picture");
    // A reader's own pictures stay, whatever their format.
    const own = ["notes.txt", "architecture.pdf", "photo.png", "logo.svg", "logo.png"];
    for (const name of own) await Deno.writeTextFile(join(folder, name), "a reader's own");
    await Deno.writeTextFile(png(all[4]), "of a plot that vanishes");
    await Deno.writeTextFile(files[1], "an older picture");
    assert.deepEqual(await writePictures(session, all.slice(0, 3)), files.slice(0, 3));
    const left = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
    const kept = [...all.slice(0, 3).map((plot) => `${pictureName(plot)}.svg`), `${pictureName(all[0])}.png`];
    assert.deepEqual(left, [...kept, ...own].sort());
    assert.equal(await Deno.readTextFile(files[1]), first[1]);
  } finally {
    await Deno.remove(session, { recursive: true });
  }
});

Deno.test("pictures for print are as wide as a column, without colour, and told apart by shapes", async () => {
  const session = await Deno.makeTempDir();
  try {
    const all = plots(), files = await writePictures(session, all, "print");
    assert.deepEqual(
      files,
      all.map((plot) => join(session, PICTURE_FOLDER, "print", `${pictureName(plot)}.svg`)),
    );
    for (const [i, file] of files.entries()) {
      const svg = await Deno.readTextFile(file);
      // 12 of 356.4 units in 3.3 inches are 8 pt.
      assert.match(svg, /^<svg [^>]*viewBox="0 0 356\.4 [\d.]+" width="3\.300in"/);
      assert.match(svg, /font-size="12"/);
      const colors = [...svg.matchAll(/#([\da-f]{6})\b/gi)].map(([, color]) => color.match(/../g)!);
      const isGrey = ([red, green, blue]: readonly string[]) => red === green && green === blue;
      assert.deepEqual(colors.filter((color) => !isGrey(color) && color.join("") !== "1b1f24"), []);
      // The paper around the picture has title and caption.
      assert.doesNotMatch(
        svg.replace(/<title[^]*?<\/title>/, ""),
        new RegExp(all[i].title.slice(0, 5) + ".*bold"),
      );
    }
    const grouped = await Deno.readTextFile(files[0]);
    assert.equal(new Set([...grouped.matchAll(/url\(#([^)]*)\)/g)].map(([, id]) => id)).size, 2);
    const lines = await Deno.readTextFile(files[2]);
    assert.ok(
      new Set([...lines.matchAll(/<polyline[^>]*>/g)].map(([tag]) => /dasharray="[^"]*/.exec(tag)?.[0]))
        .size >= 3,
    );
    // The other style's pictures stay.
    await writePictures(session, all.slice(0, 1));
    assert.equal(
      (await Array.fromAsync(Deno.readDir(join(session, PICTURE_FOLDER, "print")))).length,
      all.length,
    );
  } finally {
    await Deno.remove(session, { recursive: true });
  }
});

Deno.test("every picture is drawn as PNG, twice as dense, with its text, and nothing else is left", async () => {
  const session = await Deno.makeTempDir();
  try {
    assert.deepEqual(await writeDrawn(session, "png"), {
      format: "png",
      files: [],
      reason: "this session has no plots",
    });
    const svgs = await writePictures(session, plots());
    const logo = join(session, PICTURE_FOLDER, "logo.svg");
    await Deno.writeTextFile(logo, pictureSvg(plots()[0]));
    const { files, reason } = await writeDrawn(session, "png");
    await Deno.remove(logo);
    assert.equal(reason, "");
    assert.deepEqual(files, svgs.map((path) => path.replace(/svg$/, "png")).sort());
    for (const file of files) {
      const bytes = await Deno.readFile(file);
      assert.deepEqual([...bytes.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
      assert.equal(new DataView(bytes.buffer).getUint32(16), 2 * 760);
    }
    // Without its texts a picture has far fewer edges to compress.
    const svg = await Deno.readTextFile(svgs[0]), bare = svg.replaceAll(/<text[^]*?<\/text>/g, "");
    const sizes = await Array.fromAsync(drawnPictures([svg, bare], "png"), ({ bytes }) => bytes!.length);
    assert.ok(sizes[0] > 1.5 * sizes[1], String(sizes));
    assert.deepEqual((await Array.fromAsync(Deno.readDir(session))).map(({ name }) => name), [
      PICTURE_FOLDER,
    ]);
  } finally {
    await Deno.remove(session, { recursive: true });
  }
});

/** Content stream of a PDF's page, and what the file says of itself. */
function readPdf(bytes: Uint8Array): { readonly text: string; readonly content: string } {
  const text = new TextDecoder("latin1").decode(bytes);
  const page = /4 0 obj[^]*?Length (\d+) >>\nstream\n/.exec(text)!;
  const start = page.index + page[0].length;
  return { text, content: inflateSync(bytes.slice(start, start + Number(page[1]))).toString() };
}

Deno.test("every picture is drawn as PDF, as large as its column, without fonts, the same bytes each time", async () => {
  const session = await Deno.makeTempDir();
  try {
    const all = plots(), svgs = await writePictures(session, all, "print");
    const { files, reason } = await writeDrawn(session, "pdf", { style: "print" });
    assert.equal(reason, "");
    assert.deepEqual(files, svgs.map((path) => path.replace(/svg$/, "pdf")).sort());
    const drawn = await Promise.all(files.map((file) => Deno.readFile(file)));
    for (const bytes of drawn) {
      const { text, content } = readPdf(bytes);
      // 3.3 inches.
      assert.match(text, /\/MediaBox \[0 0 237\.6 [\d.]+\]/);
      assert.doesNotMatch(text, /\/Font/);
      assert.doesNotMatch(content, /NaN|undefined|\de[+-]?\d|\bT[jJ]\b/);
      assert.equal(content.match(/\bq$/gm)!.length, content.match(/^Q$/gm)!.length);
      // Places in the table of objects are those of the objects.
      const table = Number(/startxref\n(\d+)/.exec(text)![1]);
      assert.ok(text.slice(table).startsWith("xref\n"));
      const places = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, place]) => Number(place));
      places.forEach((place, i) => assert.ok(text.slice(place).startsWith(`${i + 1} 0 obj`), String(i)));
    }
    const [grouped] = drawn.map(readPdf);
    const { title } = all[svgs.indexOf(files[0].replace(/pdf$/, "svg"))];
    const hex = Array.from(title, (letter) => letter.charCodeAt(0).toString(16).padStart(4, "0")).join("");
    assert.ok(grouped.text.includes(`/Title <feff${hex}>`), "the title is the plot's, with its own letters");
    // A picture's patterns are tiles of the file.
    assert.match(grouped.content, /\/Pattern cs \/P1 scn/);
    assert.match(grouped.text, /\/PatternType 1/);
    await writeDrawn(session, "pdf", { style: "print" });
    assert.deepEqual(await Promise.all(files.map((file) => Deno.readFile(file))), drawn);
  } finally {
    await Deno.remove(session, { recursive: true });
  }
});

Deno.test("a picture that a PDF has no rule for is refused, not drawn wrongly", async () => {
  const gradient = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><defs>` +
    `<linearGradient id="g"><stop offset="0" stop-color="#fff" /><stop offset="1" stop-color="#000" />` +
    `</linearGradient></defs><rect width="9" height="9" fill="url(#g)" /></svg>`;
  const [{ bytes, reason }] = await Array.fromAsync(drawnPictures([gradient], "pdf"));
  assert.equal(bytes, undefined);
  assert.match(reason!, /Cannot draw <linearGradient> as PDF/);
});

Deno.test("a picture that cannot be drawn ends the drawing with a reason, after those before it", async () => {
  const found = await Array.fromAsync(drawnPictures([pictureSvg(plots()[0]), "<svg"], "png"));
  assert.equal(found.length, 2);
  assert.ok(found[0].bytes);
  assert.match(found[1].reason!, /^drawing failed: /);
});
