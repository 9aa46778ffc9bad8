/**
 * Outcomes of hetu-gnn Figure 7 on one device, on several, and of peers: epochs with modelled messages, and
 * the time to the loss that follows from them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { type CheckedTimes, type Metrics, modelled } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { ratios } from "../../trials/ratios.ts";
import { PAPER_LINK, VARIED_LINKS } from "../distribution/links.ts";
import { ONE_DEVICE, type PaperScheme, SCHEMES } from "../distribution/schemes.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import { type DeviceEpochs, measureDeviceEpochs } from "./device_epochs.ts";

/** Ranks of a scheme, or a peer that is held against the best scheme. */
export interface DeviceContender extends Contender {
  /** Partition scheme; absent of a peer. */
  readonly scheme?: PaperScheme;
  /** Id of the peer; absent of a scheme. */
  readonly peer?: string;
}

/** Metrics of epochs, and of the time to the loss, over every link. */
export const DEVICE_METRICS = {
  ...changedMetrics("time_to_loss", { label: "time to the loss", unit: "s", better: "lower" }, VARIED_LINKS),
  speedup_single: { label: "speed-up over one device", unit: "x", better: "higher" },
  best_speedup: { label: "speed-up of the best scheme over it", unit: "x" },
  ...changedMetrics("epoch_time", { label: "epoch time", unit: "ms", better: "lower" }, VARIED_LINKS),
  compute_time: { label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
  epochs_to_loss: { label: "epochs to the loss", unit: "epochs", better: "lower" },
  loss_difference: { label: "largest difference from one rank's losses", unit: "1", better: "lower" },
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof DEVICE_METRICS>;

function peerOutcome({ times }: DeviceEpochs, epochs: Outcomes<DeviceEpochs>): Outcome {
  const best = SCHEMES.map(({ id }) => epochs.of(id).withMessages(PAPER_LINK))
    .reduce((a, b) => median(b) < median(a) ? b : a);
  return { times: { epoch_time: times }, facts: { best_speedup: modelled(ratios(times.ms, best)) } };
}

/** One device has no messages: its epochs are its computation, whatever the link. */
function singleOutcome({ times, epochsToLoss }: DeviceEpochs): Outcome {
  const toLoss = (epochs: number): CheckedTimes => ({ ...times, ms: times.ms.map((ms) => epochs * ms) });
  return {
    times: {
      compute_time: times,
      ...byChange("epoch_time", VARIED_LINKS, () => times),
      ...(epochsToLoss !== undefined && byChange("time_to_loss", VARIED_LINKS, () => toLoss(epochsToLoss))),
    },
    facts: epochsToLoss === undefined ? {} : { epochs_to_loss: epochsToLoss },
  };
}

/** Several devices have the losses of one, and so need as many epochs to the loss. */
function schemeOutcome(own: DeviceEpochs, { times: single, epochsToLoss }: DeviceEpochs): Outcome {
  return {
    times: { compute_time: own.times },
    facts: {
      ...byChange("epoch_time", VARIED_LINKS, ({ link }) => modelled(own.withMessages(link))),
      speedup_single: modelled(ratios(single.ms, own.withMessages(PAPER_LINK))),
      loss_difference: own.difference,
      ...(epochsToLoss !== undefined && {
        epochs_to_loss: epochsToLoss,
        ...byChange(
          "time_to_loss",
          VARIED_LINKS,
          ({ link }) => modelled(own.withMessages(link).map((ms) => epochsToLoss * ms / 1000)),
        ),
      }),
    },
  };
}

/** Times epochs of the schemes that were asked for, and of all where a peer is held against the best. */
export async function measureDevices(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: GraphWorkload,
  contenders: readonly DeviceContender[],
): Promise<(id: string) => Outcome> {
  const peers = contenders.flatMap(({ peer }) => peer ?? []);
  const epochs = await measureDeviceEpochs(lab, dataset, {
    graph,
    schemes: peers.length > 0 ? [ONE_DEVICE, ...SCHEMES] : contenders.flatMap(({ scheme }) => scheme ?? []),
    peers,
    target: { loss: TARGET, epochs: LENGTH[lab.profile.id].epochs },
  });
  return byContender(contenders, ({ id, scheme }) => {
    const own = epochs.of(id);
    if (scheme === undefined) return peerOutcome(own, epochs);
    return scheme === ONE_DEVICE ? singleOutcome(own) : schemeOutcome(own, epochs.of(ONE_DEVICE.id));
  });
}
