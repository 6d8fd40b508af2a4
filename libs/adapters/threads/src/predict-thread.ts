import { predictFrom } from '@solano/domain';

/** What the threads of `ThreadPredictor` run. */
export const predictInThread = predictFrom;
