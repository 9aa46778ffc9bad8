/**
 * Memory IO phase of mini-batch training: copies of a batch's features to the device, without the rows that
 * are there already.
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
export { type LoadingDevice, loadingInPlace } from "./loading_in_place.ts";
