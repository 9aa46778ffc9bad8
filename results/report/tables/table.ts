/**
 * Tables with a caption, scopes and a limit on their length.
 *
 * @module
 */
import { zip } from "../../../platform/lists/zip.ts";
import { type Content, html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";

/** A column with its heading and alignment. */
export interface Column {
  /** Text of the heading. */
  readonly heading: string;
  /** Alignment: numbers stand right; wide cells hold sentences, evidence takes the room that is left. */
  readonly kind?: "number" | "wide" | "evidence";
}

/** A table as data. The first cell of a row is its header. */
export interface TableData {
  /** Caption, which says what the table shows. */
  readonly caption: Content;
  /** Columns from left to right. */
  readonly columns: readonly Column[];
  /** Rows from top to bottom, a cell a column; rows beyond the limit may be left out. */
  readonly rows: readonly (readonly Content[])[];
  /** Number of all rows, where some are left out. */
  readonly count?: number;
  /** Greatest number of rows shown; a sentence says where the others are. */
  readonly limit: number;
  /** File of the session with all rows. */
  readonly file: string;
  /** Whether a narrow screen shows each row as a card, instead of a table that scrolls sideways. */
  readonly stacks?: boolean;
  /** Whether text says itself that it stands left, where a program's style sheet sets all cells right. */
  readonly aligned?: boolean;
}

/** Renders a table that scrolls sideways on a narrow screen and can be reached by keyboard. */
export function renderTable(data: TableData): Markup {
  const { caption, columns, rows, count = rows.length, limit, file, stacks = false, aligned = false } = data;
  const attributesOf = ({ kind }: Column) => [
    kind && html`
      class="${kind}"
    `,
    aligned && kind !== "number" && html`
      style="text-align: left"
    `,
  ];
  const left = count - limit;
  return html`
    <div class="${stacks ? "scroll stacks" : "scroll"}" role="group" aria-label="${caption}" tabindex="0">
      <table>
        <caption><span>${caption}</span></caption>
        <thead>
          <tr>${columns.map((column) =>
            html`
              <th scope="col" ${attributesOf(column)}>${column.heading}</th>
            `
          )}</tr>
        </thead>
        <tbody>
    ${rows.slice(0, limit).map((cells) =>
      html`
        <tr>${zip(cells, columns.slice(0, cells.length)).map(([cell, column], i) =>
          i === 0
            ? html`
              <th scope="row" ${attributesOf(column)}>${cell}</th>
            `
            : html`<td${attributesOf(column)}${
              stacks && html`
                data-label="${column.heading}"
              `
            }>${cell}</td>`
        )}</tr>
      `
    )}</tbody>
      </table>
    </div>
    ${left > 0 &&
      html`<p class="quiet">${counted(left, "more row is", "more rows are")} in <code>${file}</code>.</p>`}
  `;
}

/** Renders names and values as a list. */
export function renderFacts(facts: readonly (readonly [name: string, value: Content])[]): Markup {
  return html`<dl class="facts">${
    facts.map(([name, value]) =>
      html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `
    )
  }</dl>`;
}
