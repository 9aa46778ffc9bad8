/**
 * Choice of group sizes by a trained graph classifier, and its training.
 *
 * @module
 */
export { type ClassifierWeights, classifyGroupSizes, openWith } from "./classification.ts";
export { type ClassifierTrainingOptions, trainClassifier } from "./classifier_training.ts";
export { type GroupSizeQuestion, QUESTION_FEATURES, questionFeatures, questionRows } from "./questions.ts";
export { sagPoolRule, type SagPoolRuleOptions } from "./sag_pool_rule.ts";
export {
  CARD_SLOTS,
  LABEL_RATES,
  labelledGraphs,
  type LabelledMatrix,
  labelledPaths,
  type LabelledQuestion,
  labelQuestion,
  type TrainingGraphOptions,
} from "./training_graphs.ts";
export { decodeWeights, encodeWeights, type WeightsFile } from "./weights.ts";
