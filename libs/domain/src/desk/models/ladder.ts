import { purchasesOf, type StrategyModel } from './model.ts';
import { apportion, shareOf } from './shares.ts';

const parameters = {
  weights_percent: {
    kind: 'sessions',
    default: { MD: 70, MID1: 15, MID2: 10, MID3: 5 },
    min: 0,
    max: 100,
    decimals: 2,
  },
} as const;

/** Fixed weights, renormalised over the sessions that are open. */
export const ladder = {
  idmodel: 2,
  name: 'LADDER',
  description: 'Fixed weights over the sessions, renormalised over those that are open.',
  inputs: [],
  enabledByDefault: true,
  parameters,
  allocate: (slots, { weights_percent: weights }) =>
    slots.map(({ sessions }) =>
      purchasesOf(apportion(sessions.map((session) => shareOf(weights[session])))),
    ),
} satisfies StrategyModel<typeof parameters>;
