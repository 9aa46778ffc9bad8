import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import plugin, { UNEDITED_FOLDERS } from "../../tools/lint/plugin.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));

/** Findings of one rule, or of all, in a source, as `rule: message`. */
function findings(source: string, path = "mod.ts"): string[] {
  return Deno.lint.runPlugin(plugin, join(home, path), source).map(({ id, message }) => `${id}: ${message}`);
}

Deno.test("a docstring begins with a noun or a verb", () => {
  for (const word of ["What", "Of", "Its", "Who", "How", "The suite"]) {
    const wanted = [`words/docstring-subject: Docstring begins with "${word}"`];
    assert.deepEqual(findings(`/** ${word} it is. */\nexport const x = 1;`), wanted);
    assert.deepEqual(findings(`/**\n * ${word}\n * it is.\n */\nexport const x = 1;`), wanted);
    assert.deepEqual(findings(`interface X {\n  /** ${word} is a member. */\n  x: number;\n}`), wanted);
  }
  assert.equal(findings("/** Of one. */\nconst x = 1;\n/** Its other. */\nconst y = 2;").length, 2);
});

Deno.test("a docstring may hold the words elsewhere, and other comments may begin with them", () => {
  assert.deepEqual(findings("/** Says what it is. What else? */\nconst x = 1;"), []);
  assert.deepEqual(findings("/** Whatever, Office, Itself, Whole, However. */\nconst x = 1;"), []);
  assert.deepEqual(findings("/** what in lower case. */\nconst x = 1;"), []);
  assert.deepEqual(findings("// What for.\n/* How so. */\nconst x = 1;"), []);
  assert.deepEqual(findings("const x = '/** What. */';"), []);
});

Deno.test("a comment ends at column 110", () => {
  const wide = (columns: number) => "x".repeat(columns - 3);
  const refused = (columns: number) => `words/comment-width: Comment line has ${columns} columns`;
  assert.deepEqual(findings(`// ${wide(110)}\n`), []);
  assert.deepEqual(findings(`// ${wide(111)}\n`), [refused(111)]);
  const doc = `/**\n * short\n * ${wide(112)}\n * short\n * ${wide(113)}\n */`;
  assert.deepEqual(findings(doc), [refused(112), refused(113)]);
  // The code before a comment takes columns of its line, the code after it does not.
  assert.deepEqual(findings(`const a = 1; // ${wide(98)}\n`), [refused(111)]);
  assert.deepEqual(findings(`/* short */ const b = "${wide(150)}";\n`), []);
  assert.deepEqual(findings(`const c = "${wide(150)}";\n`), []);
  // A character outside the basic plane is one column.
  assert.deepEqual(findings(`// ${"𝄞".repeat(107)}\n`), []);
});

Deno.test("an object literal spreads variables and conditions, never another literal", () => {
  const refused = ["words/plain-literal: Object literal spreads another object literal"];
  assert.deepEqual(findings("const x = { ...{ a, b }, c };"), refused);
  assert.deepEqual(findings("const x = { c, ...({ ...a, b }) };"), refused);
  assert.deepEqual(findings("const x = { ...a, ...(b ? { c } : {}), d: { e } };"), []);
  assert.deepEqual(findings("f(...[{ a }]);"), []);
});

Deno.test("a random list is drawn as long as it may be, where that is longer than fast-check's default", () => {
  const refused = (
    most: string,
    drawn: string,
  ) => [`words/drawn-length: Random list of up to ${most} is drawn with at most ${drawn}`];
  assert.deepEqual(findings("fc.array(fc.nat(), { maxLength: 11 });"), refused("11", "10"));
  assert.deepEqual(findings("fc.uniqueArray(x, { minLength: 2, maxLength: 15 });"), refused("15", "14"));
  assert.deepEqual(findings("fc.array(x, { maxLength: count });"), refused("count", "10"));
  for (const fits of ["maxLength: 10", "minLength: 9, maxLength: 28", 'maxLength: 99, size: "max"']) {
    assert.deepEqual(findings(`fc.array(x, { ${fits} });`), []);
  }
  assert.deepEqual(findings("fc.array(x, { minLength: rows, maxLength: rows });"), []);
  assert.deepEqual(findings("cut(x, { maxLength: 99 });"), []);
});

Deno.test("an error counts one thing in the singular", () => {
  const refused = ['words/plural-noun: Error counts "rows", also where there is one'];
  for (const part of ["action", "current", "wanted", "next"]) {
    assert.deepEqual(findings(`throw new UsageError({ ${part}: \`\${x.length} rows\` });`), refused, part);
  }
  assert.deepEqual(findings("fail({ current: y ? `of ${this.#x.size} rows` : z });"), refused);
  assert.equal(findings("fail({ current: `${x.size} vertices and ${y.length} edges` });").length, 2);
  const right = [
    "${plural(x.length, 'row')}",
    "${x.length} is odd",
    "${x.length} of ${y} rows",
    "${ROWS} rows",
  ];
  for (const text of right) assert.deepEqual(findings(`fail({ current: \`${text}\` });`), [], text);
  assert.deepEqual(findings("say({ title: `${x.length} rows` });"), []);
});

Deno.test("the rules skip the folders that are listed as unedited, and no other", () => {
  const source = "/** What it is. */\nexport const x = { ...{ a: 1 } };";
  assert.equal(findings(source).length, 2);
  for (const folder of UNEDITED_FOLDERS) {
    assert.match(folder, /\/$/);
    assert.deepEqual(findings(source, `${folder}x.ts`), []);
    assert.equal(findings(source, `other/${folder}x.ts`).length, 2);
    // A folder that is gone must leave the list, too.
    assert.ok(Deno.statSync(join(home, folder)).isDirectory);
  }
});
