/**
 * PDF of a picture that usvg has simplified: paths with absolute commands, groups and tiling patterns are all
 * that such a picture has, since letters have become outlines. The file therefore needs no font, and the same
 * picture gives the same bytes.
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";

/** Points of PDF in a pixel of SVG. */
const POINTS = 72 / 96;

type Attributes = Readonly<Record<string, string>>;

/** Affine map: x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = readonly number[];

/** Opening or closing tag. */
interface Tag {
  readonly name: string;
  readonly closes: boolean;
  readonly empty: boolean;
  readonly attributes: Attributes;
}

/** Attributes that are drawn; a picture with others is refused rather than drawn wrongly. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  svg: ["width", "height", "viewBox", "xmlns"],
  defs: [],
  g: ["id", "transform", "opacity"],
  pattern: ["id", "x", "y", "width", "height", "patternUnits"],
  path: [
    ...["id", "d", "fill", "fill-opacity", "fill-rule"],
    ...["stroke", "stroke-opacity", "stroke-width", "stroke-dasharray"],
  ],
};

function* tagsOf(svg: string): Generator<Tag> {
  for (const [, close, name, rest, empty] of svg.matchAll(/<(\/?)([\w:]+)([^>]*?)(\/?)>/g)) {
    const attributes = Object.fromEntries(
      [...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map((m) => [m[1], m[2]]),
    );
    const known = KNOWN[name];
    const strange = known === undefined ? name : Object.keys(attributes).find((key) => !known.includes(key));
    if (strange !== undefined) throw new Error(`Cannot draw <${name}> as PDF: it has no rule for ${strange}`);
    yield { name, closes: close !== "", empty: empty !== "", attributes };
  }
}

/** Number as PDF writes it: no exponent. */
function pdfNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}

function operator(name: string, numbers: readonly number[]): string {
  return [...numbers.map(pdfNumber), name].join(" ");
}

/** Colour from #rrggbb, in parts from 0 to 1. */
function colour(hex: string): number[] {
  const parts = hex.match(/^#(..)(..)(..)$/)?.slice(1);
  if (parts === undefined) throw new Error(`Cannot draw the paint ${hex} as PDF: it is no colour`);
  return parts.map((part) => parseInt(part, 16) / 255);
}

/** Path operators; a quadratic curve becomes the cubic one that is the same. */
function pathOperators(d: string): string[] {
  let x = 0, y = 0;
  return [...d.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, command, text]) => {
    const to = text.trim().split(/\s+/).filter(Boolean).map(Number);
    const [endX, endY] = to.slice(-2);
    const at = [x, y];
    if (command !== "Z") [x, y] = [endX, endY];
    switch (command) {
      case "M":
        return operator("m", to);
      case "L":
        return operator("l", to);
      case "C":
        return operator("c", to);
      case "Q": {
        const near = (end: readonly number[]) => [0, 1].map((i) => end[i] + 2 / 3 * (to[i] - end[i]));
        return operator("c", [...near(at), ...near([endX, endY]), endX, endY]);
      }
      case "Z":
        return "h";
      default:
        throw new Error(`Cannot draw the path command ${command} as PDF`);
    }
  });
}

/** Objects of every file, by their numbers; patterns follow. */
const CATALOG = 1, PAGES = 2, PAGE = 3, CONTENT = 4, INFO = 5, FIRST_PATTERN = 6;

/** Page that is being written: what its content refers to. */
class Page {
  readonly #states = new Map<string, string>();
  readonly #patterns = new Map<string, string>();

  /** Name of the graphics state with an opacity of fills and one of strokes. */
  opacity(fill: number, stroke: number): string {
    const entries = `/ca ${pdfNumber(fill)} /CA ${pdfNumber(stroke)}`;
    const name = this.#states.get(entries) ?? `G${this.#states.size + 1}`;
    this.#states.set(entries, name);
    return name;
  }

  /** Adds a pattern of tiles, the page's space mapped by `matrix`. */
  addPattern({ id, width, height }: Attributes, tile: string, matrix: Matrix): void {
    const entries = "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /Resources << >> " +
      `/BBox [0 0 ${width} ${height}] /XStep ${width} /YStep ${height} ` +
      `/Matrix [${matrix.map(pdfNumber).join(" ")}]`;
    this.#patterns.set(id, stream(entries, tile));
  }

  /** Name of a pattern in the resources. */
  pattern(id: string): string {
    const place = [...this.#patterns.keys()].indexOf(id);
    if (place < 0) throw new Error(`Cannot draw the pattern ${id} as PDF: it is not defined`);
    return `P${place + 1}`;
  }

  /** Bytes of a file with this page alone. */
  file(
    { content, width, height, title }: {
      readonly content: string;
      readonly width: number;
      readonly height: number;
      readonly title: string;
    },
  ): Uint8Array<ArrayBuffer> {
    const states = [...this.#states].map(([entries, name]) => `/${name} << ${entries} >>`);
    const patterns = [...this.#patterns.values()].map((_, i) => `/P${i + 1} ${FIRST_PATTERN + i} 0 R`);
    const objects: Record<number, string> = {
      [CATALOG]: `<< /Type /Catalog /Pages ${PAGES} 0 R >>`,
      [PAGES]: `<< /Type /Pages /Kids [${PAGE} 0 R] /Count 1 >>`,
      [PAGE]:
        `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${pdfNumber(width)} ${pdfNumber(height)}] ` +
        `/Contents ${CONTENT} 0 R ` +
        `/Resources << /ExtGState << ${states.join(" ")} >> /Pattern << ${patterns.join(" ")} >> >> >>`,
      [CONTENT]: stream("", content),
      [INFO]: `<< /Title ${pdfText(title)} >>`,
    };
    [...this.#patterns.values()].forEach((body, i) => objects[FIRST_PATTERN + i] = body);
    let text = "%PDF-1.4\n";
    const places = Object.entries(objects).map(([number, body]) => {
      const place = String(text.length).padStart(10, "0");
      text += `${number} 0 obj\n${body}\nendobj\n`;
      return `${place} 00000 n \n`;
    });
    const size = places.length + 1;
    const end = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}` +
      `trailer\n<< /Size ${size} /Root ${CATALOG} 0 R /Info ${INFO} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
    return Uint8Array.from(Buffer.from(text + end, "latin1"));
  }
}

/** Stream object, compressed; its bytes are the letters of the text. */
function stream(entries: string, content: string): string {
  const packed = deflateSync(content).toString("latin1");
  return `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`;
}

/** Text string of PDF, in UTF-16. */
function pdfText(text: string): string {
  return `<feff${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

function paintPath(attributes: Attributes, opacity: number, page: Page): string[] {
  const { d, fill = "#000000", stroke = "none" } = attributes;
  const [fills, strokes] = [fill !== "none", stroke !== "none"];
  const lines = ["q"];
  const [fillOpacity, strokeOpacity] = ["fill-opacity", "stroke-opacity"].map((name) =>
    opacity * Number(attributes[name] ?? 1)
  );
  if (fillOpacity < 1 || strokeOpacity < 1) lines.push(`/${page.opacity(fillOpacity, strokeOpacity)} gs`);
  if (fills) {
    const pattern = fill.match(/^url\(#(.*)\)$/)?.[1];
    lines.push(
      pattern === undefined ? operator("rg", colour(fill)) : `/Pattern cs /${page.pattern(pattern)} scn`,
    );
  }
  if (strokes) {
    lines.push(operator("RG", colour(stroke)), operator("w", [Number(attributes["stroke-width"] ?? 1)]));
    // SVG's limit of mitres, where PDF has 10.
    lines.push("4 M");
    const dashes = attributes["stroke-dasharray"];
    if (dashes !== undefined) lines.push(`[${dashes.trim().split(/[\s,]+/).join(" ")}] 0 d`);
  }
  const even = attributes["fill-rule"] === "evenodd" ? "*" : "";
  const paint = fills && strokes ? `B${even}` : fills ? `f${even}` : strokes ? "S" : "n";
  return [...lines, ...pathOperators(d), paint, "Q"];
}

function transformOperators(transform: string | undefined): string[] {
  if (transform === undefined) return [];
  const numbers = transform.match(/^matrix\((.*)\)$/)?.[1].split(" ").map(Number);
  if (numbers === undefined) {
    throw new Error(`Cannot draw the transform ${transform} as PDF: it is no matrix`);
  }
  return [operator("cm", numbers)];
}

/**
 * Writes a simplified picture as a PDF file of one page.
 *
 * @param svg Picture as usvg writes it.
 * @param title Title in the file's properties.
 * @throws {Error} The picture has an element, attribute or command that is not drawn.
 */
export function picturePdf(svg: string, title: string): Uint8Array<ArrayBuffer> {
  const page = new Page(), content: string[] = [], tile: string[] = [];
  /** Opacity of each open group, together with those around it. */
  const opacities = [1];
  let size = { width: 0, height: 0 }, base: Matrix = [], pattern: Attributes | undefined;
  for (const { name, closes, empty, attributes } of tagsOf(svg)) {
    const opens = !closes && !empty;
    if (name === "svg" && opens) {
      const [left, top, across] = attributes.viewBox.split(" ").map(Number);
      size = { width: POINTS * Number(attributes.width), height: POINTS * Number(attributes.height) };
      const scale = size.width / across;
      // PDF's vertical axis points up.
      base = [scale, 0, 0, -scale, -scale * left, size.height + scale * top];
      content.push(operator("cm", base));
    } else if (name === "pattern" && opens) {
      pattern = attributes;
    } else if (name === "pattern" && pattern !== undefined) {
      page.addPattern(pattern, tile.splice(0).join("\n"), base);
      pattern = undefined;
    } else if (name === "g" && opens) {
      opacities.push(opacities.at(-1)! * Number(attributes.opacity ?? 1));
      content.push("q", ...transformOperators(attributes.transform));
    } else if (name === "g" && closes) {
      opacities.pop();
      content.push("Q");
    } else if (name === "path") {
      (pattern === undefined ? content : tile).push(...paintPath(attributes, opacities.at(-1)!, page));
    }
  }
  return page.file({ ...size, content: content.join("\n"), title });
}
