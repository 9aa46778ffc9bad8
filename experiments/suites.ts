/**
 * All suites, by paper. Adding one is one file and one line here; a script from outside the repository adds its own with
 * {@link registerSuite}.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";
import { figure2 as distgnnMbFigure2 } from "./distgnn-mb/figure_2.ts";
import { figure2Broadcast } from "./distgnn-mb/figure_2_broadcast.ts";
import { figure3 as distgnnMbFigure3 } from "./distgnn-mb/figure_3.ts";
import { figure4 as distgnnMbFigure4 } from "./distgnn-mb/figure_4.ts";
import { figure5 as distgnnMbFigure5 } from "./distgnn-mb/figure_5.ts";
import { hitRates as distgnnMbHitRates } from "./distgnn-mb/hit_rates.ts";
import { imbalance } from "./distgnn-mb/imbalance.ts";
import { loadImbalanceOfRanks } from "./distgnn-mb/load_imbalance.ts";
import { section3 as distgnnMbSection3 } from "./distgnn-mb/section_3.ts";
import { section31 as distgnnMbSection31 } from "./distgnn-mb/section_3_1.ts";
import { section33 as distgnnMbSection33 } from "./distgnn-mb/section_3_3.ts";
import { section42 as distgnnMbSection42 } from "./distgnn-mb/section_4_2.ts";
import { singleSocket } from "./distgnn-mb/single_socket.ts";
import { table1 as distgnnMbTable1 } from "./distgnn-mb/table_1.ts";
import { table3 as distgnnMbTable3 } from "./distgnn-mb/table_3.ts";
import { weightGradient } from "./distgnn-mb/weight_gradient.ts";
import { accuracy as eppgcnAccuracy } from "./eppgcn/accuracy.ts";
import { algorithm2 } from "./eppgcn/algorithm_2.ts";
import { figure1 as eppgcnFigure1 } from "./eppgcn/figure_1.ts";
import { figure10 as eppgcnFigure10 } from "./eppgcn/figure_10.ts";
import { figure11 as eppgcnFigure11 } from "./eppgcn/figure_11.ts";
import { figure3 as eppgcnFigure3 } from "./eppgcn/figure_3.ts";
import { figure5 as eppgcnFigure5 } from "./eppgcn/figure_5.ts";
import { figure6 as eppgcnFigure6 } from "./eppgcn/figure_6.ts";
import { figure7 as eppgcnFigure7 } from "./eppgcn/figure_7.ts";
import { figure8 as eppgcnFigure8 } from "./eppgcn/figure_8.ts";
import { figure9 as eppgcnFigure9 } from "./eppgcn/figure_9.ts";
import { table2 as eppgcnTable2 } from "./eppgcn/table_2.ts";
import { table3 as eppgcnTable3 } from "./eppgcn/table_3.ts";
import { table4 as eppgcnTable4 } from "./eppgcn/table_4.ts";
import { table5 as eppgcnTable5 } from "./eppgcn/table_5.ts";
import { algorithm2 as fastglAlgorithm2 } from "./fastgl/algorithm_2.ts";
import { equation4 } from "./fastgl/equation_4.ts";
import { figure1 as fastglFigure1 } from "./fastgl/figure_1.ts";
import { figure10a } from "./fastgl/figure_10_a.ts";
import { figure10b } from "./fastgl/figure_10_b.ts";
import { figure11 as fastglFigure11 } from "./fastgl/figure_11.ts";
import { figure12 } from "./fastgl/figure_12.ts";
import { figure13 } from "./fastgl/figure_13.ts";
import { figure14a } from "./fastgl/figure_14_a.ts";
import { figure14b } from "./fastgl/figure_14_b.ts";
import { figure14c } from "./fastgl/figure_14_c.ts";
import { figure14d } from "./fastgl/figure_14_d.ts";
import { figure15 } from "./fastgl/figure_15.ts";
import { figure16 } from "./fastgl/figure_16.ts";
import { figure3 as fastglFigure3 } from "./fastgl/figure_3.ts";
import { figure6 as fastglFigure6 } from "./fastgl/figure_6.ts";
import { figure9 as fastglFigure9 } from "./fastgl/figure_9.ts";
import { section31 } from "./fastgl/section_3_1.ts";
import { section33 } from "./fastgl/section_3_3.ts";
import { section41 } from "./fastgl/section_4_1.ts";
import { section42 } from "./fastgl/section_4_2.ts";
import { table1 as fastglTable1 } from "./fastgl/table_1.ts";
import { table2 as fastglTable2 } from "./fastgl/table_2.ts";
import { table3 as fastglTable3 } from "./fastgl/table_3.ts";
import { table4 as fastglTable4 } from "./fastgl/table_4.ts";
import { table6 as fastglTable6 } from "./fastgl/table_6.ts";
import { table7 as fastglTable7 } from "./fastgl/table_7.ts";
import { table8 as fastglTable8 } from "./fastgl/table_8.ts";
import { table9 as fastglTable9 } from "./fastgl/table_9.ts";
import { algorithm3 } from "./hetu-gnn/algorithm_3.ts";
import { figure10 } from "./hetu-gnn/figure_10.ts";
import { figure10Devices } from "./hetu-gnn/figure_10_devices.ts";
import { figure5 as hetuGnnFigure5 } from "./hetu-gnn/figure_5.ts";
import { figure7 } from "./hetu-gnn/figure_7.ts";
import { figure7Devices } from "./hetu-gnn/figure_7_devices.ts";
import { figure8 } from "./hetu-gnn/figure_8.ts";
import { figure9 as hetuGnnFigure9 } from "./hetu-gnn/figure_9.ts";
import { section21 } from "./hetu-gnn/section_2_1.ts";
import { section22 } from "./hetu-gnn/section_2_2.ts";
import { section56 } from "./hetu-gnn/section_5_6.ts";
import { table2 as hetuGnnTable2 } from "./hetu-gnn/table_2.ts";
import { table3 } from "./hetu-gnn/table_3.ts";
import { table4 } from "./hetu-gnn/table_4.ts";
import { table4Memory } from "./hetu-gnn/table_4_memory.ts";
import { table5 } from "./hetu-gnn/table_5.ts";
import { kernelLadder } from "./own/kernel_ladder.ts";
import { managedTrainingSuite } from "./own/managed_training.ts";
import { trainingLadder } from "./own/training_ladder.ts";
import { PAPERS } from "./papers.ts";
import { figure10 as rocFigure10 } from "./roc/figure_10.ts";
import { figure4 as rocFigure4 } from "./roc/figure_4.ts";
import { figure5 as rocFigure5 } from "./roc/figure_5.ts";
import { figure6 as rocFigure6 } from "./roc/figure_6.ts";
import { figure7 as rocFigure7 } from "./roc/figure_7.ts";
import { figure8 as rocFigure8 } from "./roc/figure_8.ts";
import { figure9 as rocFigure9 } from "./roc/figure_9.ts";
import { table1 as rocTable1 } from "./roc/table_1.ts";
import { table2 as rocTable2 } from "./roc/table_2.ts";
import { table3 as rocTable3 } from "./roc/table_3.ts";
import { table4 as rocTable4 } from "./roc/table_4.ts";
import type { Suite } from "./suite.ts";

const suites: Suite[] = [
  table3,
  hetuGnnTable2,
  section21,
  algorithm3,
  section22,
  hetuGnnFigure5,
  figure7,
  figure7Devices,
  figure8,
  hetuGnnFigure9,
  figure10,
  figure10Devices,
  table4,
  table4Memory,
  table5,
  section56,
  eppgcnFigure3,
  algorithm2,
  eppgcnTable3,
  eppgcnFigure5,
  eppgcnTable2,
  eppgcnFigure6,
  eppgcnFigure8,
  eppgcnFigure9,
  eppgcnFigure11,
  eppgcnFigure1,
  eppgcnFigure7,
  eppgcnTable4,
  eppgcnTable5,
  eppgcnFigure10,
  eppgcnAccuracy,
  fastglTable6,
  fastglTable1,
  fastglTable2,
  fastglTable3,
  equation4,
  fastglTable4,
  fastglFigure6,
  fastglAlgorithm2,
  section33,
  fastglTable8,
  fastglTable9,
  figure13,
  section31,
  fastglFigure1,
  fastglFigure3,
  fastglFigure11,
  figure15,
  fastglFigure9,
  figure14a,
  section41,
  section42,
  figure10a,
  figure10b,
  fastglTable7,
  figure12,
  figure14b,
  figure14d,
  figure14c,
  figure16,
  rocTable4,
  rocTable1,
  rocTable2,
  rocFigure8,
  rocFigure5,
  rocFigure9,
  rocTable3,
  rocFigure10,
  rocFigure4,
  rocFigure6,
  rocFigure7,
  distgnnMbTable1,
  distgnnMbSection3,
  distgnnMbSection31,
  distgnnMbSection33,
  weightGradient,
  distgnnMbFigure2,
  figure2Broadcast,
  singleSocket,
  distgnnMbHitRates,
  imbalance,
  distgnnMbFigure3,
  distgnnMbFigure4,
  distgnnMbFigure5,
  loadImbalanceOfRanks,
  distgnnMbSection42,
  distgnnMbTable3,
  kernelLadder,
  trainingLadder,
  managedTrainingSuite,
];

/** Every suite, in the order in which `repro` runs them. */
export function allSuites(): readonly Suite[] {
  return suites;
}

/**
 * Adds a suite from outside the repository.
 *
 * @throws {UsageError} where one of that id exists.
 */
export function registerSuite(suite: Suite): void {
  if (suites.some(({ id }) => id === suite.id)) {
    throw new UsageError({
      action: `register suite "${suite.id}"`,
      current: "a suite of that id exists",
      wanted: "an id of its own",
      next: "rename it",
    });
  }
  suites.push(suite);
}

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/**
 * The suites that a command line names. Without papers: those of the five papers; suites of our own only when named. One that
 * says {@linkcode Suite.onlyWhenNamed} runs by its own id or artifact only.
 *
 * @param papers Paper ids, or suite ids such as `hetu-gnn/figure-8`.
 * @param artifact `table 3`, in any spelling.
 * @throws {UsageError} for a paper or artifact that does not exist.
 */
export function selectSuites(papers: readonly string[], artifact?: string): readonly Suite[] {
  const known = PAPERS.map(({ id }) => id as string);
  for (const name of papers) {
    if (!known.includes(name) && !suites.some(({ id }) => id === name)) {
      throw new UsageError({
        action: `run "${name}"`,
        current: "no such paper or suite",
        wanted: `one of ${[...known, ...suites.map(({ id }) => id)].join(", ")}`,
        next: `run "list" to see them`,
      });
    }
  }
  const named = papers.length === 0
    ? suites.filter(({ paper }) => paper !== "own")
    : suites.filter(({ id, paper }) => papers.includes(paper) || papers.includes(id));
  const chosen = artifact === undefined
    ? named.filter(({ id, onlyWhenNamed }) => !onlyWhenNamed || papers.includes(id))
    : named.filter((suite) => fold(suite.artifact) === fold(artifact));
  if (artifact !== undefined && chosen.length === 0) {
    throw new UsageError({
      action: `run artifact "${artifact}"`,
      current: "no suite of that artifact",
      wanted: `one of ${
        [...new Set(named.map((suite) => suite.artifact))].join(", ") || "none: this paper has no suite"
      }`,
      next: `run "list" to see them`,
    });
  }
  return chosen;
}
