/**
 * Cells that measure numbers which papers print.
 *
 * @module
 */
import { cellName } from "../../cell.ts";
import { metricTexts } from "../../metrics.ts";
import { PROFILES } from "../../profiles.ts";
import type { PublishedKey } from "../../published/mod.ts";
import { paperOf, type Suite } from "../../suite.ts";

/** A cell that measures something a paper prints. */
export interface DeclaredCell {
  /** Paper whose number the cell measures. */
  readonly paper: string;
  /** Suite id: `hetu-gnn/figure-8`. */
  readonly suite: string;
  /** `<suite>:<workload>:<contender>`. */
  readonly cell: string;
  /** Metric as the suite names it; the published name may differ. */
  readonly metric: string;
  /** Published columns that the cell reproduces. */
  readonly key: PublishedKey;
  /** Cell of the system itself, where this one is of a policy that stands for it. */
  readonly standsFor?: string;
}

/** Cells of these suites that measure a published number, whether they have been measured or not. */
export function declaredCells(suites: readonly Suite[]): DeclaredCell[] {
  return suites.flatMap((suite) =>
    suite.workloads(PROFILES.standard).flatMap((workload) =>
      suite.contenders.flatMap((contender) =>
        metricTexts(suite.metrics).flatMap(({ id: metric }) => {
          const key = suite.publishedAs?.(workload, contender, metric);
          const cell = cellName(suite, workload, contender);
          if (key === undefined) return [];
          const system = key.standsFor !== undefined && cellName(suite, workload, { id: key.standsFor });
          const standsFor = system ? { standsFor: system } : {};
          return [{ paper: paperOf(suite), suite: suite.id, cell, metric, key, ...standsFor }];
        })
      )
    )
  );
}
