/**
 * The memory IO phase of mini-batch training: bringing the features of a batch to the device, without those that are there
 * already.
 *
 * @module
 */
export type {
  FeatureLoader,
  FeatureLoading,
  HostFeatures,
  LoadCounts,
  LoadedFeatures,
} from "./feature_loader.ts";
export { type FeatureLoaderOptions, openFeatureLoader } from "./open_feature_loader.ts";
