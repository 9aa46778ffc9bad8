/**
 * Hosts that `datasets fetch` may contact, for the launcher's grant of network permission.
 *
 * @module
 */
import { allDatasets } from "./registry.ts";

/** Hosts to which these publishers' URLs redirect. */
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  "github.com": ["raw.githubusercontent.com"],
};

/** Hosts of every file in the registry, and of what their publishers redirect to. */
export function downloadHosts(): string[] {
  const hosts = new Set<string>();
  for (const record of allDatasets()) {
    for (const { url } of record.sources.flatMap(({ files }) => files)) {
      if (url === undefined) continue;
      const { host } = new URL(url);
      for (const each of [host, ...REDIRECTS[host] ?? []]) hosts.add(each);
    }
  }
  return [...hosts].sort();
}
