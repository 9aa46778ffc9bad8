/**
 * Capability for `doctor`: METIS on this machine.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { MissingError } from "../../platform/errors.ts";
import { openMetis } from "./metis.ts";

/**
 * Reports whether libmetis can be used, with its path; opens it, because a file that does not load is of no
 * use.
 */
export function capability(): Capability {
  let present = true, detail: string;
  try {
    detail = openMetis();
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    present = false;
    detail = error.parts.current;
  }
  return {
    part: "METIS",
    present,
    detail,
    adds: "orderings and partitions by the library that the papers used",
    install: "Debian, Ubuntu: apt-get install libmetis5; Fedora: dnf install metis; Arch: pacman -S metis; " +
      "macOS: brew install metis; Windows: conda install conda-forge::metis",
    fallback: "built-in multilevel k-way partitioner",
  };
}
