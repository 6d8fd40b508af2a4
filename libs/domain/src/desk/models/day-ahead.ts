import { purchasesOf, type StrategyModel } from './model.ts';
import { apportion } from './shares.ts';

/** Everything in the first session that is open: the day-ahead market while its gate is. */
export const dayAhead = {
  idmodel: 1,
  name: 'DAY_AHEAD',
  description:
    'Everything in the day-ahead market; once its gate is closed, in the first open session.',
  inputs: [],
  enabledByDefault: true,
  parameters: {},
  allocate: (slots) =>
    slots.map(({ sessions }) => purchasesOf(apportion(sessions.map((_, i) => (i === 0 ? 1 : 0))))),
} satisfies StrategyModel<Record<never, never>>;
