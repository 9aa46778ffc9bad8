/**
 * HTTP server of the site, on the loopback interface only.
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

/** Headers of every answer; a page may run what `policy` allows. */
const headers = (policy: string): Readonly<Record<string, string>> => ({
  "content-security-policy": `${policy}; frame-ancestors 'none'`,
  "cache-control": "no-cache",
  // Both together give the page clocks of full resolution.
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
});

function refusal(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...headers(SITE_POLICY), "content-type": "text/plain; charset=utf-8" },
  });
}

/**
 * Host names of this machine's loopback. Another name means that a page from elsewhere sends the request
 * under a name of its own.
 */
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Codes of system errors which mean that no file of that name can be read. */
const UNREADABLE = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ELOOP", "ENAMETOOLONG", "EACCES", "EPERM"]);

/** Answer to a request for a file that could not be read; undefined where the error is a defect of ours. */
function answerTo(error: unknown): Response | undefined {
  // A link leads beyond the folders which this program was granted.
  if (error instanceof Deno.errors.NotCapable) return refusal(403, "Nothing outside the site.");
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return UNREADABLE.has(code) ? refusal(404, "No such page.") : undefined;
}

/** Decoded path of a request, or the refusal of a malformed or foreign request. */
function requestedPath(request: Request): string | Response {
  const url = URL.parse(request.url);
  if (url === null) return refusal(400, "The address is not valid.");
  if (!LOOPBACK.has(url.hostname)) return refusal(403, "This server answers its own machine only.");
  if (request.method !== "GET" && request.method !== "HEAD") {
    const refused = refusal(405, "Only GET and HEAD.");
    refused.headers.set("allow", "GET, HEAD");
    return refused;
  }
  try {
    const path = decodeURIComponent(url.pathname);
    return path.includes("\0") ? refusal(400, "The path contains a zero byte.") : path;
  } catch {
    return refusal(400, "The path is not encoded correctly.");
  }
}

/** Files that a server gives, and with which policy. */
export interface ServedFiles {
  /** Content security policy of pages; that of the site by default. */
  readonly policy?: string | undefined;
  /** Name of the one page that is served, also as the first page; all files of the folder by default. */
  readonly only?: string | undefined;
}

/**
 * Answers one request from a folder: files with a known ending and nothing above the folder, whatever links
 * and encodings the path has. A malformed request is 400, one for something outside 403, one for anything but
 * a file 404.
 */
export async function serveFile(
  folder: string,
  request: Request,
  { policy = SITE_POLICY, only }: ServedFiles = {},
): Promise<Response> {
  const path = requestedPath(request);
  if (typeof path !== "string") return path;
  if (only !== undefined) {
    if (path !== "/" && path !== `/${only}`) return refusal(404, "No such page.");
    return await answerWith(folder, only, request, { policy, type: "text/html; charset=utf-8" });
  }
  if (path.includes("\\") || path.split("/").includes("..")) return refusal(403, "Nothing outside the site.");
  const name = path.endsWith("/") ? `${path}index.html` : path;
  const type = TYPES[/\.([a-z]+)$/.exec(name)?.[1] ?? ""];
  if (type === undefined) return refusal(404, "No such page.");
  return await answerWith(folder, name, request, { policy, type });
}

/** Answer with a file of a folder, or the refusal of one that lies elsewhere or cannot be read. */
async function answerWith(
  folder: string,
  name: string,
  request: Request,
  { policy, type }: { readonly policy: string; readonly type: string },
): Promise<Response> {
  try {
    const home = await Deno.realPath(folder);
    const file = await Deno.realPath(join(home, name));
    const inside = relative(home, file);
    if (inside.startsWith("..") || isAbsolute(inside)) return refusal(403, "Nothing outside the site.");
    // Reading a pipe would block for ever.
    if (!(await Deno.stat(file)).isFile) return refusal(404, "No such page.");
    const body = request.method === "HEAD" ? null : await Deno.readFile(file);
    return new Response(body, { headers: { ...headers(policy), "content-type": type } });
  } catch (error) {
    const answer = answerTo(error);
    if (answer !== undefined) return answer;
    throw error;
  }
}

/**
 * Serves a site on loopback until the signal is aborted.
 *
 * @param options `port` 0 takes any free one; `listening` is called with the address of the site, or of the
 * one page.
 */
export async function serveDashboard(
  folder: string,
  options: ServedFiles & {
    readonly port: number;
    readonly signal?: AbortSignal;
    readonly listening?: (address: string) => void;
  },
): Promise<void> {
  const { port, signal, listening, ...files } = options;
  const page = encodeURIComponent(files.only ?? "");
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port,
    ...(signal === undefined ? {} : { signal }),
    onListen: (address) => listening?.(`http://127.0.0.1:${address.port}/${page}`),
  }, (request) => serveFile(folder, request, files));
  await server.finished;
}
