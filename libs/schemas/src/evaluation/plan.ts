import type { PlanView } from '@solano/domain/desk/plan';
import { z } from 'zod';
import { BidStep } from '../purchase.ts';
import { label, money, responseInstant, session } from '../values.ts';
import { restsOn } from './rests-on.ts';

const STATUSES = ['open', 'bid', 'cleared', 'cancelled', 'late'] as const;

const PlanSession = z
  .object({
    session,
    status: z.enum(STATUSES).meta({
      description:
        'State of the first delivery day that is neither cleared nor cancelled. `open`: bids are accepted; `bid`: the gate has closed and the result is pending; `late`: the predicted price counts until the result arrives.',
    }),
    bought_mwh: z
      .number()
      .meta({ description: 'Bought less sold, MWh, three digits after the point.' }),
    average_price: money(
      'EUR/MWh without fees; null where nothing was bought, or a price is not known.',
    ).nullable(),
    cost: money('Fees included; null where a price is not known.').nullable(),
    revised_price: money(
      'The average by prices that were published after it cleared, which change nothing; null where none did.',
    ).nullable(),
    rests_on: restsOn.meta({
      description: 'Whether executed trades say what was bought, for none, all or some days.',
    }),
  })
  .meta({ id: 'PlanSession', description: 'What a session buys of a purchase.' });

const periods = z.array(
  z.object({
    datetime: label('Of the purchase item.'),
    side: z.enum(['buy', 'sell']),
    steps: z.array(BidStep).meta({ description: 'In the order in which they clear.' }),
  }),
);

const NextBids = z
  .object({
    session,
    day: z.string().meta({ description: 'Delivery day in Madrid.', examples: ['2026-11-23'] }),
    closes_at: responseInstant('When its gate closes.'),
    periods: periods.meta({
      description: 'Empty while the result of the session before is to come.',
    }),
  })
  .meta({ id: 'NextBids', description: 'What is to be bid at the next gate.' });

const SupersededBids = z
  .object({
    session,
    day: z.string().meta({ description: 'Delivery day in Madrid.', examples: ['2026-11-23'] }),
    revision: z.int().meta({ description: 'Counts the sets of bids of the session and day.' }),
    made_at: responseInstant('When they were made.'),
    bid_mwh: z.number().meta({ description: 'What the steps buy at most, MWh; below 0: sell.' }),
    periods,
  })
  .meta({ id: 'SupersededBids', description: 'Bids that newer ones replaced.' });

/** The plan of a purchase decided for model 7. */
export const PurchasePlan = z
  .object({
    now: responseInstant('When it was read.'),
    sessions: z.array(PlanSession).meta({ description: 'Those that are open or were bid.' }),
    next: NextBids.nullable().meta({ description: 'Null where nothing is left to bid.' }),
    left_mwh: z.number().meta({
      description: 'What no session has bought, MWh, three digits after the point.',
    }),
    left: z
      .array(z.object({ datetime: label('Of the purchase item.'), left_mw: z.number() }))
      .meta({ description: 'Unbought rest of items whose sessions are all over.' }),
    superseded: z.array(SupersededBids).meta({
      description: 'Earlier bids by day and session, in the order in which they stood.',
    }),
  })
  .meta({ id: 'PurchasePlan', description: 'What is bid for a purchase, session by session.' });

export function planJson(plan: PlanView): z.infer<typeof PurchasePlan> {
  const { now, sessions, next, leftMwh, left, superseded } = plan;
  return {
    now: now.toISOString(),
    sessions: sessions.map((each) => ({
      session: each.session,
      status: each.status,
      bought_mwh: each.boughtMwh,
      average_price: each.averagePrice,
      cost: each.cost,
      revised_price: each.revisedPrice,
      rests_on: each.restsOn,
    })),
    next: next && {
      session: next.session,
      day: next.day,
      closes_at: next.closesAt.toISOString(),
      periods: periodsJson(next.periods),
    },
    left_mwh: leftMwh,
    left: left.map(({ datetime, leftMw }) => ({ datetime, left_mw: leftMw })),
    superseded: superseded.map((each) => ({
      session: each.session,
      day: each.day,
      revision: each.revision,
      made_at: each.madeAt.toISOString(),
      bid_mwh: each.bidMwh,
      periods: periodsJson(each.periods),
    })),
  };
}

function periodsJson(own: NonNullable<PlanView['next']>['periods']): z.infer<typeof periods> {
  return own.map(({ datetime, side, steps }) => ({
    datetime,
    side,
    steps: steps.map(({ price, mw }) => ({
      price: price === null ? null : price.toFixed(2),
      mw,
    })),
  }));
}
