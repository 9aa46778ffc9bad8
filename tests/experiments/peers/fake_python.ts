/**
 * An interpreter that runs no Python: a shell script that speaks the workers' protocol, rightly or not.
 *
 * @module
 */
import { join } from "node:path";

/** What the script does when it is asked to load, check or run. */
export interface FakeAnswers {
  /** Shell commands at its start. */
  readonly first?: string;
  /** Shell commands; `$line` is the request. The default says hello as three threads of an "echo". */
  readonly hello?: string;
  /** Shell commands; the default says that it took 2 ms and remembers where the features lie. */
  readonly load?: string;
  /** Shell commands; the default writes the features, which are the product with the identity matrix. */
  readonly check?: string;
  /** Shell commands; the default says that it took 30 ms. */
  readonly run?: string;
  /** Shell commands; the default keeps the new features and writes them as the product. */
  readonly replace_features?: string;
  /** Shell commands; the default digests the features that it holds. */
  readonly digest?: string;
  /** Shell commands for any other request, by its name; such a request stays unanswered where there are none. */
  readonly others?: Readonly<Record<string, string>>;
}

/** The text of a JSON member of `$line`, in the shell. */
export const member = (name: string) =>
  `$(printf '%s' "$line" | sed -n 's/.*"${name}":"\\([^"]*\\)".*/\\1/p')`;

/** Whether this machine has the shell that the script needs. */
export const HAS_SHELL = Deno.build.os !== "windows";

/** Writes the script into `folder`; its path. */
export async function fakePython(folder: string, answers: FakeAnswers = {}): Promise<string> {
  const {
    first = "",
    hello = `echo '{"ok":true,"peer":"echo","versions":{"echo":"1.0"},"threads":3}'`,
    load = `cp "${member("features")}" "$0.features"; echo '{"ok":true,"seconds":0.002}'`,
    check = `cp "$0.features" "${member("file")}"; echo '{"ok":true}'`,
    run = `echo '{"ok":true,"seconds":0.03}'`,
    replace_features = `cp "${member("features")}" "$0.features"; cp "$0.features" "${
      member("file")
    }"; echo '{"ok":true}'`,
    digest =
      `echo "{\\"ok\\":true,\\"sets\\":[{\\"features\\":\\"$(sha256sum < "$0.features" | cut -c1-64)\\"}]}"`,
    others = {},
  } = answers;
  const path = join(folder, `python-${crypto.randomUUID()}`);
  await Deno.writeTextFile(
    path,
    `#!/bin/sh
${first}
while IFS= read -r line; do
  case "$line" in
    *'"op":"hello"'*) ${hello} ;;
    *'"op":"load"'*) ${load} ;;
    *'"op":"check"'*) ${check} ;;
    *'"op":"run"'*) ${run} ;;
    *'"op":"replace_features"'*) ${replace_features} ;;
    *'"op":"digest"'*) ${digest} ;;
${Object.entries(others).map(([op, does]) => `    *'"op":"${op}"'*) ${does} ;;`).join("\n")}
    *'"op":"unload"'*) echo '{"ok":true}' ;;
    *'"op":"quit"'*) exit 0 ;;
  esac
done
`,
    { mode: 0o755 },
  );
  // A program that this process wrote is busy while a child of another test is being started, which inherits
  // the open file for a moment: a copy by another process never is.
  const copy = `${path}-copy`,
    { success } = await new Deno.Command("cp", { args: ["-p", path, copy] }).output();
  if (!success) throw new Error(`no copy of ${path}`);
  return copy;
}
