import assert from "node:assert/strict";
import fc from "fast-check";
import {
  aliasesOf,
  type DefiningWord,
  designText,
  fractionalFactorial,
} from "../../../../experiments/own/composition/fractional_factorial.ts";
import { UsageError } from "../../../../platform/errors.ts";

const word = (letters: string, sign: 1 | -1 = 1): DefiningWord => ({ switches: [...letters], sign });
const spelled = (words: readonly DefiningWord[]) =>
  words.map(({ switches, sign }) => (sign < 0 ? "-" : "") + switches.join(""));

Deno.test("designs of the literature have their published resolution and defining relation", () => {
  // Box, Hunter and Hunter, "Statistics for Experimenters", table 6.22.
  const known = [
    { of: "abc", generators: ["abc"], runs: 4, resolution: 3, words: ["abc"] },
    { of: "abcd", generators: ["abcd"], runs: 8, resolution: 4, words: ["abcd"] },
    { of: "abcde", generators: ["abcde"], runs: 16, resolution: 5, words: ["abcde"] },
    { of: "abcdef", generators: ["abce", "bcdf"], runs: 16, resolution: 4, words: ["abce", "adef", "bcdf"] },
    {
      of: "abcdefg",
      generators: ["abd", "ace", "bcf", "abcg"],
      runs: 8,
      resolution: 3,
      words: undefined,
    },
  ];
  for (const { of, generators, runs, resolution, words } of known) {
    const design = fractionalFactorial([...of], generators.map((each) => word(each)));
    assert.equal(design.runs.length, runs, of);
    assert.equal(design.resolution, resolution, of);
    if (words) assert.deepEqual(spelled(design.words).sort(), words);
    assert.equal(design.words.length, 2 ** generators.length - 1);
  }
});

Deno.test("all combinations confuse nothing", () => {
  const { runs, words, resolution } = fractionalFactorial(["a", "b", "c"]);
  assert.equal(runs.length, 8);
  assert.deepEqual(words, []);
  assert.equal(resolution, Infinity);
});

Deno.test("aliases of resolution IV pair up two-way interactions, with their signs", () => {
  const design = fractionalFactorial([..."abcd"], [word("abcd", -1)]);
  assert.deepEqual(spelled(aliasesOf(design, ["a", "b"], 2)), ["-cd"]);
  assert.deepEqual(aliasesOf(design, ["a"], 2), []);
  assert.match(designText(design), /8 of 16 combinations, resolution 4, defined by -a x b x c x d = 1/);
});

Deno.test("in every design the columns are balanced, and aliases have equal columns", () => {
  const product = (on: ReadonlySet<string>, switches: readonly string[]) =>
    switches.reduce((sign, id) => sign * (on.has(id) ? 1 : -1), 1);
  const letters = [..."abcdef"];
  const generators = fc.array(fc.tuple(fc.subarray(letters, { minLength: 2 }), fc.constantFrom(1, -1)), {
    maxLength: 3,
  });
  fc.assert(fc.property(generators, (drawn) => {
    const words = drawn.map(([switches, sign]): DefiningWord => ({ switches, sign: sign as 1 | -1 }));
    let design;
    try {
      design = fractionalFactorial(letters, words);
    } catch (error) {
      assert.ok(error instanceof UsageError);
      return;
    }
    const { runs } = design;
    assert.equal(runs.length, 2 ** (letters.length - words.length));
    for (const { switches, sign } of design.words) {
      assert.ok(runs.every((on) => product(on, switches) === sign));
    }
    for (const { switches, sign } of aliasesOf(design, ["a", "b"])) {
      assert.ok(runs.every((on) => product(on, switches) * sign === product(on, ["a", "b"])));
    }
  }));
});

Deno.test("unknown switches and dependent generators are refused", () => {
  assert.throws(() => fractionalFactorial(["a", "b"], [word("ac")]), UsageError);
  assert.throws(() => fractionalFactorial([..."abcd"], [word("abc"), word("abc", -1)]), UsageError);
});
