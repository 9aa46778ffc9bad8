/**
 * Frame of every page of the site. A page loads only files of the site and has no inline scripts.
 *
 * @module
 */
import { documentHead } from "../report/document_head.ts";
import { type Content, html, type Markup } from "../report/markup.ts";

/** Parts of a page. */
export interface SitePage {
  /** Title of the page and of the tab. */
  readonly title: string;
  /** Line below the title. */
  readonly lead: Content;
  /** Pages above this one, from the index on. */
  readonly trail: readonly (readonly [label: string, address: string])[];
  /** Content below the lead. */
  readonly body: Content;
  /** Script files in the order of execution. */
  readonly scripts?: readonly string[];
}

/** Renders content that unfolds under its title. */
export function renderFolded(title: string, content: Content): Markup {
  return html`<details aria-label="${title}"><summary>${title}</summary>${content}</details>`;
}

/** Digest of the empty text: plotly adds an empty style element, which it then fills by rules. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Content security policy of every page, also sent as a header by the server. */
export const SITE_POLICY: string = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${EMPTY_STYLE}`,
  "img-src data: blob:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Renders a page of the site as HTML. */
export function renderSitePage({ title, lead, trail, body, scripts = [] }: SitePage): string {
  const way = trail.map(([label, address]): Markup => html`<li><a href="${address}">${label}</a></li>`);
  return html`
    <!doctype html>
    <html lang="en">
      ${documentHead({ title, policy: SITE_POLICY, style: { address: "assets/site.css" } })}
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          ${way.length > 0 &&
            html`
              <nav class="trail" aria-label="Where this page is">
                <ol>${way}</ol>
              </nav>
            `}
          <h1>${title}</h1>
          <p class="quiet">${lead}</p>
        </header>
        <main id="content">
    ${body}
        </main>
    ${scripts.map((script) =>
      html`
        <script src="${script}"></script>
      `
    )}</body>
    </html>
  `.source.trimStart();
}
