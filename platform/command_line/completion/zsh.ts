/**
 * The completion script of zsh.
 *
 * @module
 */
import type { CompletionSource, CompletionTree, CompletionWord, KnownSource } from "./completion_tree.ts";
import { commandWord, functionName, quoted } from "./posix_text.ts";

/** A word as `_describe` takes it: a colon ends the word. */
function item({ word, description }: CompletionWord): string {
  const [first, second] = [word, description].map((text) => text.replaceAll(":", "\\:"));
  return quoted(second === "" ? first : `${first}:${second}`);
}

const items = (words: readonly CompletionWord[]) => words.map(item).join(" ");

/** A statement that adds values. */
function adding(own: string, source: KnownSource): string {
  if (source === "file") return "_files";
  if (source === "folder") return "_files -/";
  if ("words" in source) {
    return `entries+=(${items(source.words.map((word) => ({ word, description: "" })))})`;
  }
  return `entries+=("\${(@f)$(${own}_ask ${quoted(source.ask)} ${quoted(source.within ?? "")})}")`;
}

/** A statement that completes the value of a flag, which stands alone. */
function completing(own: string, source: CompletionSource): string {
  if (source === "unknown") return "return";
  return typeof source === "string" ? `${adding(own, source)}; return` : adding(own, source);
}

/** The script; it completes the program by the name that it is called by. */
export function zsh(program: string, { first, second, verbs }: CompletionTree): string {
  const own = functionName(program);
  const flagCases = verbs.flatMap(({ path, flags }) =>
    flags.flatMap(({ word, values }) =>
      values === undefined ? [] : [`    ${quoted(`${path} ${word}`)}) ${completing(own, values)} ;;`]
    )
  );
  const verbCases = verbs.map(({ path, flags, values }) => {
    const asked = values.map((source) => adding(own, source)).join("; ");
    // The program is asked only where no flag is being typed.
    const unlessFlag = asked === "" ? "" : `[[ $PREFIX == -* ]] || { ${asked}; } `;
    return `      ${quoted(path)}) entries=(${items(flags)}); ${unlessFlag};;`;
  });
  return [
    `#compdef ${program}`,
    `# Values that the program knows, of the folder that a flag names where it was typed.`,
    `${own}_ask() {`,
    `  local i place=''`,
    `  for ((i = 2; i < CURRENT; i++)); do`,
    `    [[ -n $2 ]] || continue`,
    `    [[ $words[i] == "$2" ]] && place=$words[i+1]`,
    `    [[ $words[i] == "$2"=* ]] && place=\${words[i]#*=}`,
    `  done`,
    `  ${commandWord(program)} complete "$1" \${place:+--out="\${place/#\\~/$HOME}"} 2>/dev/null`,
    `}`,
    `${own}() {`,
    `  local -a entries`,
    `  local verb="$words[2]" before="$words[CURRENT-1]"`,
    `  if [[ $PREFIX == --*=* ]]; then before="\${PREFIX%%=*}"; compset -P 1 '*='; fi`,
    `  if ((CURRENT > 3)); then case "$verb" in`,
    ...second.map(({ word }) => `    ${quoted(word)}) verb+=" $words[3]" ;;`),
    `  esac; fi`,
    `  if ((CURRENT == 2)); then entries=(${items(first)})`,
    `  else case "$verb $before" in`,
    ...flagCases,
    `    *) case "$verb" in`,
    ...second.map(({ word, below }) => `      ${quoted(word)}) entries=(${items(below)}) ;;`),
    ...verbCases,
    `    esac ;;`,
    `  esac; fi`,
    `  entries=(\${entries:#})`,
    `  _describe 'completion' entries || _files`,
    `}`,
    `compdef ${own} ${quoted(program)}`,
    ``,
  ].join("\n");
}
