/**
 * Lint rules for the words of the source: docstrings that name their subject, comments that keep to the
 * line width, errors that count one thing in the singular, object literals without pointless spreads, random
 * lists as long as they may be. `deno.json` names this module under `lint.plugins`.
 *
 * @module
 */
import { fileURLToPath } from "node:url";

/** Greatest width of a comment line in columns: that of the code, `fmt.lineWidth` in `deno.json`. */
const WIDTH = 110;

/**
 * Folders whose words have not been edited yet, which the rules skip: paths from the repository's root, each
 * with a slash at its end. A folder leaves the list once it is clean.
 */
export const UNEDITED_FOLDERS: readonly string[] = ["tests/experiments/"];

/** Beginnings of a docstring that name neither a thing (noun) nor an action (verb). */
const NAMELESS = /^(What|Of|Its|Who|How|The suite)\b/;

const root = fileURLToPath(new URL("../..", import.meta.url)).replaceAll("\\", "/");

function unedited(filename: string): boolean {
  const path = filename.replaceAll("\\", "/");
  return path.startsWith(root) &&
    UNEDITED_FOLDERS.some((folder) => path.slice(root.length).startsWith(folder));
}

/** A rule that skips the unedited folders. */
function rule(create: (context: Deno.lint.RuleContext) => Deno.lint.LintVisitor): Deno.lint.Rule {
  return { create: (context) => unedited(context.filename) ? {} : create(context) };
}

/**
 * Text of a docstring without the asterisks at the beginnings of its lines, or nothing for a plain comment.
 */
function docstring(comment: Deno.lint.LineComment | Deno.lint.BlockComment): string | undefined {
  if (comment.type !== "Block" || !comment.value.startsWith("*")) return undefined;
  return comment.value.slice(1).replaceAll(/^[ \t]*\*/gm, "").trim();
}

const docstringSubject = rule((context) => ({
  Program() {
    for (const comment of context.sourceCode.getAllComments()) {
      const [nameless] = docstring(comment)?.match(NAMELESS) ?? [];
      if (nameless === undefined) continue;
      context.report({
        range: comment.range,
        message: `Docstring begins with "${nameless}"`,
        hint: "Begin with what the symbol is (noun) or does (verb)",
      });
    }
  },
}));

const commentWidth = rule((context) => ({
  Program() {
    const { text } = context.sourceCode;
    for (const { range: [start, end] } of context.sourceCode.getAllComments()) {
      let from = text.lastIndexOf("\n", start - 1) + 1;
      while (from < end) {
        const newline = text.indexOf("\n", from);
        const to = newline < 0 ? text.length : newline;
        // Code may follow a comment on its last line; the formatter sees to that code.
        const columns = [...text.slice(from, Math.min(to, end)).trimEnd()].length;
        if (columns > WIDTH) {
          context.report({
            range: [Math.max(from, start), Math.min(to, end)],
            message: `Comment line has ${columns} columns`,
            hint: `Wrap the comment at ${WIDTH} columns`,
          });
        }
        from = to + 1;
      }
    }
  },
}));

const plainLiteral = rule((context) => ({
  "ObjectExpression > SpreadElement"(node: Deno.lint.SpreadElement) {
    if (node.argument.type !== "ObjectExpression") return;
    context.report({
      node,
      message: "Object literal spreads another object literal",
      hint: "Write its properties in place: a spread switches off the check for excess properties",
    });
  },
}));

/** Beginning of the text behind a number that is its noun in the plural; a verb or a conjunction is none. */
const PLURAL = /^ (?!(?:as|does|has|is|its|less|this|was)\b)([a-z]+s)\b/;

const pluralNoun: Deno.lint.Rule = {
  create: (context) => ({
    "Property[key.name=/^(action|current|wanted|next)$/] TemplateLiteral"(node: Deno.lint.TemplateLiteral) {
      for (const [i, count] of node.expressions.entries()) {
        if (count.type !== "MemberExpression" || count.property.type !== "Identifier") continue;
        if (!["length", "size"].includes(count.property.name)) continue;
        const [, noun] = PLURAL.exec(node.quasis[i + 1].cooked) ?? [];
        if (noun === undefined) continue;
        context.report({
          node: count,
          message: `Error counts "${noun}", also where there is one`,
          hint: "Write `plural(count, noun)` of `platform/text/plural.ts`",
        });
      }
    },
  }),
};

/** Value of a property in an object literal, as text; nothing where it has none. */
function property(context: Deno.lint.RuleContext, node: Deno.lint.ObjectExpression, name: string) {
  for (const each of node.properties) {
    if (each.type === "Property" && each.key.type === "Identifier" && each.key.name === name) {
      return context.sourceCode.getText(each.value);
    }
  }
  return undefined;
}

const drawnLength: Deno.lint.Rule = {
  create: (context) => ({
    'CallExpression[callee.object.name="fc"] > ObjectExpression'(node: Deno.lint.ObjectExpression) {
      const most = property(context, node, "maxLength"), least = property(context, node, "minLength") ?? "0";
      if (most === undefined || most === least || property(context, node, "size") !== undefined) return;
      // What fast-check draws of the size `small`, which is the default.
      const drawn = 2 * Number(least) + 10;
      if (Number(most) <= drawn) return;
      context.report({
        node,
        message: `Random list of up to ${most} is drawn with at most ${drawn}`,
        hint: 'Add `size: "max"`: whatever maxLength is, fast-check draws short lists by default',
      });
    },
  }),
};

const plugin: Deno.lint.Plugin = {
  name: "words",
  rules: {
    "docstring-subject": docstringSubject,
    "comment-width": commentWidth,
    "plain-literal": plainLiteral,
    "drawn-length": drawnLength,
    "plural-noun": pluralNoun,
  },
};

export default plugin;
