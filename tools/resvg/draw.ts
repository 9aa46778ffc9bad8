/**
 * Draws SVG pictures as PNG or PDF, in DejaVu Sans: reads a picture a line, as a JSON string, and writes its
 * file a line, in base64. Needs no permission: renderer and font are modules.
 *
 *     deno run draw.ts png|pdf
 *
 * @module
 */
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import renderer from "@resvg/resvg-wasm/index_bg.wasm" with { type: "bytes" };
import bold from "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" with { type: "bytes" };
import regular from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "bytes" };
import { picturePdf } from "./pdf.ts";

/** Pixels of a PNG per pixel of the picture, so that it is sharp in print and on dense screens. */
const DENSITY = 2;

const FAMILY = "DejaVu Sans";

function drawPng(picture: InstanceType<typeof Resvg>): Uint8Array<ArrayBuffer> {
  const image = picture.render();
  try {
    return new Uint8Array(image.asPng());
  } finally {
    image.free();
  }
}

/** Text of the picture's title. */
function titleOf(svg: string): string {
  const escaped = svg.match(/<title[^>]*>([^<]*)<\/title>/)?.[1] ?? "";
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return escaped.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name]);
}

function draw(svg: string, format: string): Uint8Array<ArrayBuffer> {
  const picture = new Resvg(svg, {
    font: { fontBuffers: [regular, bold], defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
    fitTo: { mode: "zoom", value: DENSITY },
  });
  try {
    return format === "pdf" ? picturePdf(picture.toString(), titleOf(svg)) : drawPng(picture);
  } finally {
    picture.free();
  }
}

await initWasm(renderer);
const [format] = Deno.args;
const text = await new Response(Deno.stdin.readable).text();
const out = Deno.stdout.writable.getWriter(), encoder = new TextEncoder();
for (const line of text.split("\n").filter(Boolean)) {
  await out.write(encoder.encode(`${draw(JSON.parse(line), format).toBase64()}\n`));
}
await out.close();
