import assert from "node:assert/strict";
import style from "../../../results/report/style.css" with { type: "text" };

type Theme = Readonly<Record<string, string>>;

/** The colours of both themes by name. */
function themes(css: string): readonly [light: Theme, dark: Theme] {
  const blocks = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) =>
    Object.fromEntries(
      [...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
    )
  );
  assert.equal(blocks.length, 2);
  return [blocks[0], blocks[1]];
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

Deno.test("all text stands out from its ground by 4.5 to 1 (WCAG AA), in light and in dark", () => {
  const pairs = [
    ...["text", "quiet", "link"].flatMap((text) => [[text, "page"], [text, "panel"]]),
    ...["bad", "good", "open"].map((verdict) => [verdict, `${verdict}-soft`]),
    ["text", "open-soft"],
  ];
  for (const theme of themes(style as unknown as string)) {
    for (const [text, ground] of pairs) {
      const ratio = contrast(theme[text], theme[ground]);
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  }
});
