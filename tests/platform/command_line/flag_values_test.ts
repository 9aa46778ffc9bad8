import assert from "node:assert/strict";
import { UsageError } from "../../../platform/errors.ts";
import { checkFlagValues } from "../../../platform/command_line/flag_values.ts";

const nested = { options: [{ long: "--seed", required: true }], commands: [] };
const COMMANDS = [{
  options: [
    { long: "--out", required: true },
    { long: "--number", short: "-n", required: true },
    { long: "--dry-run", required: false },
  ],
  commands: [nested],
}];

Deno.test("a flag is refused as the value of another flag, and so is nothing at all", () => {
  const refused: readonly [string[], RegExp][] = [
    [["repro", "--out", "--dry-run"], /read --out: found the flag --dry-run .* --out=--dry-run/],
    [["--seed", "1", "--out", "-h"], /the flag -h/],
    [["-n", "--out", "x"], /read -n/],
    [["--out", ""], /an empty value/],
    [["--out="], /an empty value/],
    [["--dry-run=false"], /read --dry-run: found the value "false", wanted --dry-run alone.*leave it out/],
  ];
  for (const [args, says] of refused) {
    assert.throws(() => checkFlagValues(args, COMMANDS), (error) => {
      assert.ok(error instanceof UsageError && error.exitCode === 2);
      assert.match(error.message, says);
      return true;
    });
  }
});

Deno.test("values that only look a little like flags are values", () => {
  const accepted = [
    ["--out=--dry-run"],
    ["--out", "-"],
    ["--seed", "-1"],
    ["--out", "a=b", "--dry-run"],
    ["--dry-run", "--json"],
    ["--out"],
    ["--", "--out", "--json"],
  ];
  for (const args of accepted) assert.doesNotThrow(() => checkFlagValues(args, COMMANDS), args.join(" "));
});
