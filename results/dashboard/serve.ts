/**
 * The site over http, on the loopback interface only.
 *
 * @module
 */
import { isAbsolute, join, relative } from "node:path";
import { SITE_POLICY } from "./site_page.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  md: "text/plain; charset=utf-8",
};

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": `${SITE_POLICY}; frame-ancestors 'none'`,
  "cache-control": "no-cache",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function refuse(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}

/** Host names of this machine's loopback: another one means that a page from elsewhere asks, by a name of its own. */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Answers one request from a folder: files with a known ending and nothing above the folder, whatever links and encodings
 * the path has.
 */
export async function serveFile(folder: string, request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (!LOOPBACK.has(url.hostname)) return refuse(403, "This server answers its own machine only.");
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, "Only GET and HEAD.");
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return refuse(400, "The path is not encoded as it should be.");
  }
  if (/[\0\\]/.test(path) || path.split("/").includes("..")) return refuse(403, "Nothing outside the site.");
  const name = path.endsWith("/") ? `${path}index.html` : path;
  const type = TYPES[/\.([a-z]+)$/.exec(name)?.[1] ?? ""];
  if (type === undefined) return refuse(404, "No such page.");
  try {
    const home = await Deno.realPath(folder);
    const file = await Deno.realPath(join(home, name));
    const inside = relative(home, file);
    if (inside.startsWith("..") || isAbsolute(inside)) return refuse(403, "Nothing outside the site.");
    const body = request.method === "HEAD" ? null : await Deno.readFile(file);
    return new Response(body, { headers: { ...HEADERS, "content-type": type } });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.IsADirectory) {
      return refuse(404, "No such page.");
    }
    throw error;
  }
}

/**
 * Serves a site on loopback until the signal is aborted.
 *
 * @param options `port` 0 takes any free one; `listening` is called with the site's address.
 */
export async function serveDashboard(
  folder: string,
  options: {
    readonly port?: number;
    readonly signal?: AbortSignal;
    readonly listening?: (address: string) => void;
  } = {},
): Promise<void> {
  const { port = 8173, signal, listening } = options;
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port,
    ...(signal === undefined ? {} : { signal }),
    onListen: (address) => listening?.(`http://127.0.0.1:${address.port}/`),
  }, (request) => serveFile(folder, request));
  await server.finished;
}
