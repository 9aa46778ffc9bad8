/**
 * Browser of the tests: found where the machine has one, never downloaded.
 *
 * @module
 */
import { delimiter, join } from "node:path";

/** Variable that names a browser's executable. */
const CHROMIUM_VARIABLE = "GNN_REPRO_CHROMIUM";

/** Usual names of browsers in PATH. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];

/** Usual paths of browsers outside of PATH. */
const ELSEWHERE: Readonly<Partial<Record<typeof Deno.build.os, readonly string[]>>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  windows: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** Path of an installed Chromium or a browser derived from it; `GNN_REPRO_CHROMIUM` names one. */
export function findChromium(): string | undefined {
  const named = Deno.env.get(CHROMIUM_VARIABLE);
  const suffix = Deno.build.os === "windows" ? ".exe" : "";
  const folders = (Deno.env.get("PATH") ?? "").split(delimiter).filter(Boolean);
  const candidates = named ? [named] : [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name + suffix))),
    ...ELSEWHERE[Deno.build.os] ?? [],
  ];
  return candidates.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/** Flags by which a browser gives pages WebGPU on an emulated card, whatever the machine has. */
export const EMULATED_WEBGPU: readonly string[] = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
];

/**
 * Flags of a browser without a window and without prompts, which writes only into one folder. Without
 * `graphics` it has no graphics card, nor an emulation of one.
 */
export function headlessFlags(profile: string, graphics: readonly string[] = ["--disable-gpu"]): string[] {
  return [
    "--headless",
    "--no-sandbox",
    ...graphics,
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--user-data-dir=${profile}`,
  ];
}
