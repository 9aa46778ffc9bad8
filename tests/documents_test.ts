/**
 * The documents at the top against what they speak of: their links, and the command lines that they show.
 *
 * @module
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../cli.ts";
import { VERBS } from "../verbs.ts";

const HOME = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENTS = [
  "README.md",
  "GUIDE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "FINDINGS.md",
  "results/recorded/README.md",
  "examples/cluster/README.md",
  "distributed/partition_files/README.md",
];

/** Lines of the README that fit on three screens, its picture beside them. */
const README_LINES = 110;

const textOf = (document: string) => Deno.readTextFileSync(join(HOME, document));

/** Anchors of a document: of its headings, as GitHub forms them. */
function anchorsOf(document: string): string[] {
  const outside = textOf(document).replaceAll(/```[\s\S]*?```/g, "");
  return [...outside.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading.toLowerCase().replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-")
  );
}

/** Words of a command line, quotes taken off, as a shell reads them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) =>
    double ?? single ?? bare
  );
}

Deno.test("every relative link of a document leads to a file, and to a heading where it names one", () => {
  const lost: string[] = [];
  let links = 0;
  for (const document of DOCUMENTS) {
    for (const [, target] of textOf(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links++;
      const [path, anchor] = target.split("#");
      const file = path === "" ? document : relative(HOME, join(HOME, dirname(document), path));
      const isThere = existsSync(join(HOME, file)) &&
        (anchor === undefined || anchorsOf(file).includes(anchor));
      if (!isThere) lost.push(`${document}: ${target}`);
    }
  }
  assert.ok(links > 20, `read only ${links} links`);
  assert.deepEqual(lost, []);
});

Deno.test("every command line that a document shows is one that the program takes", () => {
  const verbs = VERBS.map(({ name }) => name);
  const { tasks } = JSON.parse(textOf("deno.json")) as { tasks: Record<string, unknown> };
  const wrong: string[] = [];
  let lines = 0;
  for (const document of DOCUMENTS) {
    for (const [, shell] of textOf(document).matchAll(/```(?:sh|bash)\n([\s\S]*?)```/g)) {
      for (const [, rest] of shell.matchAll(/(?:^|\s)deno(?:@[\d.]+)? task ([^#\n]*)/gm)) {
        const [name, ...given] = wordsOf(rest.replace(/\s[|&>].*$/, ""));
        lines++;
        if (!(name in tasks)) wrong.push(`${document}: no task ${name}`);
        else if (verbs.includes(name)) {
          try {
            const line = readCommandLine([name, ...given]);
            if (typeof line !== "object") wrong.push(`${document}: ${rest}: ${line}`);
          } catch (error) {
            wrong.push(`${document}: ${rest}: ${error instanceof Error ? error.message : error}`);
          }
        }
      }
    }
  }
  assert.ok(lines > 40, `read only ${lines} command lines`);
  assert.deepEqual(wrong, []);
});

Deno.test("the guide shows every verb", () => {
  const guide = textOf("GUIDE.md");
  const shown = new Set([...guide.matchAll(/\bdeno task ([\w:-]+)|\bgnn-repro ([\w-]+)/g)].flat());
  // The shell asks for completions; nobody types that.
  const hidden = VERBS.filter(({ name }) => !shown.has(name)).map(({ name }) => name);
  assert.deepEqual(hidden.filter((name) => !name.startsWith("complet")), []);
});

Deno.test(`the README has at most ${README_LINES} lines`, () => {
  const lines = textOf("README.md").trimEnd().split("\n").length;
  assert.ok(lines <= README_LINES, `${lines} lines: what only some users need belongs in GUIDE.md`);
});
