/**
 * Draws SVG pictures as PNG, in DejaVu Sans: reads a picture a line, as a JSON string, and writes its PNG a
 * line, in base64. Needs no permission: renderer and font are modules.
 *
 * @module
 */
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import renderer from "@resvg/resvg-wasm/index_bg.wasm" with { type: "bytes" };
import bold from "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" with { type: "bytes" };
import regular from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "bytes" };

/** Pixels of the file per pixel of the picture, so that it is sharp in print and on dense screens. */
const DENSITY = 2;

const FAMILY = "DejaVu Sans";

function drawPng(svg: string): Uint8Array<ArrayBuffer> {
  const picture = new Resvg(svg, {
    font: { fontBuffers: [regular, bold], defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
    fitTo: { mode: "zoom", value: DENSITY },
  });
  const image = picture.render();
  try {
    return new Uint8Array(image.asPng());
  } finally {
    image.free();
    picture.free();
  }
}

await initWasm(renderer);
const text = await new Response(Deno.stdin.readable).text();
const out = Deno.stdout.writable.getWriter(), encoder = new TextEncoder();
for (const line of text.split("\n").filter(Boolean)) {
  await out.write(encoder.encode(`${drawPng(JSON.parse(line)).toBase64()}\n`));
}
await out.close();
