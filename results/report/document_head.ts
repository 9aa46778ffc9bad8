/**
 * Heads of HTML documents that run and load only what their policy names.
 *
 * @module
 */
import { sha256 } from "../../platform/files/digest.ts";
import { html, Markup } from "./markup.ts";

/** Digest of an inline script or style, in the notation of a content security policy. */
export function policyHash(text: string): string {
  return `'sha256-${Uint8Array.fromHex(sha256(text)).toBase64()}'`;
}

/** Trusted source for a script or style element; refuses a source that would end the element. */
export function inline(source: string): Markup {
  if (/<\/(script|style)/i.test(source) || (/<!--/.test(source) && /<script/i.test(source))) {
    throw new TypeError("Cannot embed a source that ends its own element");
  }
  return new Markup(source);
}

/** Style sheet of a document: the trusted text itself, or the address of a file. */
export type StyleSheet =
  | { readonly text: string; readonly address?: never }
  | { readonly text?: never; readonly address: string };

/** Parts of a document's head. */
export interface DocumentHead {
  /** Title of the document. */
  readonly title: string;
  /** Content security policy. */
  readonly policy: string;
  /** Style sheet of the document. */
  readonly style: StyleSheet;
}

/** Renders the head of a document that tells no address of its own to pages that it links to. */
export function documentHead({ title, policy, style }: DocumentHead): Markup {
  return html`
    <head>
      <meta charset="utf-8">
      <meta http-equiv="content-security-policy" content="${policy}">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>${title}</title>
      ${style.text === undefined
        ? html`
          <link rel="stylesheet" href="${style.address}">
        `
        : html`
          <style>${inline(style.text)}</style>
        `}
    </head>
  `;
}
