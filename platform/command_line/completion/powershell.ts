/**
 * The completion script of PowerShell, for its profile.
 *
 * @module
 */
import type { CompletionSource, CompletionTree, CompletionWord } from "./completion_tree.ts";

/** Text in single quotes, within which a quote is doubled. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const list = (words: readonly string[]) => words.length === 0 ? "@()" : words.map(quoted).join(", ");
const names = (words: readonly CompletionWord[]) => list(words.map(({ word }) => word));

/** An expression for values. PowerShell offers names of files where there is none. */
function valuesOf(source: CompletionSource): string {
  if (typeof source === "string") return "@()";
  if ("words" in source) return list(source.words);
  return `& $ask ${quoted(source.ask)} ${quoted(source.within ?? "")}`;
}

/** The script; it completes the program by the name that it is called by. */
export function powershell(program: string, { first, second, verbs }: CompletionTree): string {
  const flagCases = verbs.flatMap(({ path, flags }) =>
    flags.flatMap(({ word, values }) =>
      values === undefined ? [] : [`    ${quoted(`${path} ${word}`)} { ${valuesOf(values)} }`]
    )
  );
  const verbCases = verbs.map(({ path, flags, values }) => {
    const asked = values.map(valuesOf).join("; ");
    // The program is asked only where no flag is being typed.
    const unlessFlag = asked === "" ? "" : `; if (-not $word.StartsWith('-')) { ${asked} }`;
    return `      ${quoted(path)} { ${names(flags)}${unlessFlag} }`;
  });
  return [
    `Register-ArgumentCompleter -Native -CommandName ${quoted(program)} -ScriptBlock {`,
    `  param($word, $ast, $cursor)`,
    `  $typed = @($ast.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })`,
    `  # Values that the program knows, of the folder that a flag names where it was typed.`,
    `  $ask = {`,
    `    param($kind, $within)`,
    `    $place = @()`,
    `    for ($i = 2; $within -and $i -lt $typed.Count; $i++) {`,
    `      if ($typed[$i] -eq $within -and $i + 1 -lt $typed.Count) { $place = @("--out=$($typed[$i + 1])") }`,
    `      if ($typed[$i].StartsWith("$within=")) { $place = @("--out=$($typed[$i].Substring($within.Length + 1))") }`,
    `    }`,
    `    & ${quoted(program)} complete $kind @place 2>$null`,
    `  }`,
    `  $verb = "$($typed[1])"`,
    `  $before = $typed[-1]`,
    `  $prefix = ''`,
    `  if ($word -match '^(--[^=]+)=(.*)$') { $before = $Matches[1]; $prefix = "$before="; $word = $Matches[2] }`,
    ...second.map(({ word }) =>
      `  if ($typed.Count -gt 2 -and $verb -eq ${quoted(word)}) { $verb = "$verb $($typed[2])" }`
    ),
    `  $offered = if ($typed.Count -lt 2) { ${names(first)} } else { switch ("$verb $before") {`,
    ...flagCases,
    `    default { switch ($verb) {`,
    ...second.map(({ word, below }) => `      ${quoted(word)} { ${names(below)} }`),
    ...verbCases,
    `    } }`,
    `  } }`,
    `  $offered | Where-Object { $_ -and $_.StartsWith($word) } | ForEach-Object {`,
    `    [System.Management.Automation.CompletionResult]::new("$prefix$_", $_, 'ParameterValue', $_)`,
    `  }`,
    `}`,
    ``,
  ].join("\n");
}
