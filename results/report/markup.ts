/**
 * HTML that escapes by default: text becomes markup only through the `html` tag, so that no name from a file
 * or dataset can become a tag, an attribute or a script.
 *
 * @module
 */

/** A piece of well-escaped HTML. */
export class Markup {
  /** The HTML source. */
  readonly source: string;

  /** Trusts `source` as it is; untrusted text goes through the `html` tag instead. */
  constructor(source: string) {
    this.source = source;
  }

  /** Same as {@linkcode Markup.source}. */
  toString(): string {
    return this.source;
  }
}

/**
 * Content of a template: markup is unchanged, text and numbers are escaped, lists are joined, undefined and
 * false give nothing.
 */
export type Content = Markup | string | number | undefined | false | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * Escapes text for an element's content or a quoted attribute. Control characters, which HTML forbids, become
 * U+FFFD.
 */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "\ufffd");
}

function render(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Markup) return content.source;
  if (Array.isArray(content)) return content.map(render).join("");
  return escapeHtml(String(content));
}

/**
 * Builds markup from a template. Attribute values must stand in double quotes.
 *
 * @example
 * ```ts
 * if (html`<p>${"<b>"}</p>`.source !== "<p>&lt;b&gt;</p>") throw new Error("not escaped");
 * ```
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(
    strings.map((text, i) => text + (i < contents.length ? render(contents[i]) : "")).join(""),
  );
}

/** Serialises JSON for a script element: without `<`, `>`, `&` and JavaScript's extra line ends. */
export function embedJson(value: unknown): Markup {
  const escaped = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Markup(escaped);
}
