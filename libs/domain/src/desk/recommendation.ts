/** The door of the model that is recommended: it is loaded when one is asked for. */
export {
  type RecommendationDeps,
  readRecommendation,
} from './recommendation/read-recommendation.ts';
