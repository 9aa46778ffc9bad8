/**
 * All families of stand-ins by id.
 *
 * @module
 */
import { archaea } from "./families/archaea.ts";
import { citeseer, cora, igbLarge, mag, papers100M, pubmed } from "./families/citation.ts";
import { amazon0505, amazonHeMcAuley, products } from "./families/co_purchase.ts";
import { ppi, proteins } from "./families/protein.ts";
import { reddit } from "./families/reddit.ts";
import { blog, comYoutube, twitter, webGoogle } from "./families/social.ts";
import type { StandInFamily } from "./family.ts";

const shipped: readonly StandInFamily[] = [
  cora,
  citeseer,
  pubmed,
  twitter,
  blog,
  amazon0505,
  webGoogle,
  comYoutube,
  reddit,
  products,
  proteins,
  archaea,
  mag,
  igbLarge,
  papers100M,
  ppi,
  amazonHeMcAuley,
];

const families: ReadonlyMap<string, StandInFamily> = new Map(shipped.map((family) => [family.id, family]));

/** The family of a dataset, or nothing. */
export function standInFamily(id: string): StandInFamily | undefined {
  return families.get(id);
}

/** All families. */
export function standInFamilies(): readonly StandInFamily[] {
  return shipped;
}
