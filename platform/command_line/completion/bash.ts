/**
 * The completion script of bash.
 *
 * @module
 */
import type { CompletionSource, CompletionTree, CompletionWord } from "./completion_tree.ts";
import { commandWord, functionName, quoted } from "./posix_text.ts";

const list = (words: readonly string[]) => `(${words.map(quoted).join(" ")})`;
const names = (words: readonly CompletionWord[]) => list(words.map(({ word }) => word));

/** A statement that adds values; bash itself completes names of files and folders. */
function adding(own: string, source: CompletionSource): string {
  if (source === "file") return ":";
  if (source === "folder") return "compopt +o default -o dirnames";
  if (source === "unknown") return "compopt +o default";
  if ("words" in source) return `words+=${list(source.words)}`;
  return `mapfile -t -O \${#words[@]} words < <(${own}_ask ${quoted(source.ask)} ${
    quoted(source.within ?? "")
  })`;
}

/** The script; it completes the program by the name that it is called by. */
export function bash(program: string, { first, second, verbs }: CompletionTree): string {
  const own = functionName(program);
  const flagCases = verbs.flatMap(({ path, flags }) =>
    flags.flatMap(({ word, values }) =>
      values === undefined ? [] : [`    ${quoted(`${path} ${word}`)}) ${adding(own, values)} ;;`]
    )
  );
  const verbCases = verbs.map(({ path, flags, values }) => {
    const asked = values.map((source) => adding(own, source)).join("; ");
    // The program is asked only where no flag is being typed.
    const unlessFlag = asked === "" ? "" : `[[ $cur == -* ]] || { ${asked}; } `;
    return `      ${quoted(path)}) words=${names(flags)}; ${unlessFlag};;`;
  });
  return [
    `# Values that the program knows, of the folder that a flag names where it was typed.`,
    `${own}_ask() {`,
    `  local i place=''`,
    `  for ((i = 2; i < COMP_CWORD; i++)); do`,
    `    [[ -n $2 && \${COMP_WORDS[i]} == "$2" ]] || continue`,
    `    place=\${COMP_WORDS[i + 1]}`,
    `    [[ $place == = ]] && place=\${COMP_WORDS[i + 2]}`,
    `  done`,
    `  ${commandWord(program)} complete "$1" \${place:+--out="\${place/#\\~/$HOME}"} 2>/dev/null`,
    `}`,
    `${own}() {`,
    `  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}`,
    `  local verb=\${COMP_WORDS[1]} at=$COMP_CWORD word words=()`,
    `  # bash splits --flag=value at the sign.`,
    `  if [[ $cur == = ]]; then cur=''; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi`,
    `  if ((at > 2)); then case $verb in`,
    ...second.map(({ word }) => `    ${quoted(word)}) verb+=" \${COMP_WORDS[2]}" ;;`),
    `  esac; fi`,
    `  if ((at == 1)); then words=${names(first)}`,
    `  else case "$verb $before" in`,
    ...flagCases,
    `    *) case $verb in`,
    ...second.map(({ word, below }) => `      ${quoted(word)}) words=${names(below)} ;;`),
    ...verbCases,
    `    esac ;;`,
    `  esac; fi`,
    `  COMPREPLY=()`,
    `  # compgen would take what is in a word for something to run.`,
    `  for word in "\${words[@]}"; do`,
    `    if [[ $word == "$cur"* ]]; then COMPREPLY+=("$(printf %q "$word")"); fi`,
    `  done`,
    `}`,
    `complete -o default -F ${own} ${quoted(program)}`,
    ``,
  ].join("\n");
}
