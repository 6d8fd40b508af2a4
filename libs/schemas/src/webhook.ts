import { MARKETS, REGION } from '@solano/domain/market';
import {
  DEVIATION_EVENTS,
  FORECAST_EVENT,
  LATE_EVENTS,
  PRICE_EVENTS,
  PURCHASE_EVENTS,
  REPLANNED_EVENT,
} from '@solano/domain/service';
import { z } from 'zod';
import { PublishedFigures } from './deviation/deviation.ts';
import { Decision, PurchaseRecord } from './purchase.ts';
import { responseInstant, session, uuid } from './values.ts';

/** The body of a webhook message, as Standard Webhooks has it. */
export const PurchaseEvent = z
  .object({
    type: z.enum(PURCHASE_EVENTS),
    timestamp: responseInstant('When it happened.'),
    data: PurchaseRecord.extend({
      decision: Decision.optional().meta({ description: 'Of `purchase.decided` alone.' }),
      user: z.string().meta({ description: 'Who submitted the purchase.', examples: ['ana'] }),
    }).meta({ id: 'PurchaseEventData', description: 'The purchase as it is after the event.' }),
  })
  .meta({ id: 'PurchaseEvent' });

/** The body of a message about a market's day. It holds no prices. */
export const PriceEvent = z
  .object({
    type: z.enum(PRICE_EVENTS),
    timestamp: responseInstant('When it happened.'),
    data: z
      .object({
        region: z.literal(REGION),
        market: z.enum(MARKETS),
        session: z.string().meta({ description: 'The session.', examples: ['MD'] }),
        day: z.string().meta({ description: 'Delivery day in Madrid.', examples: ['2026-11-23'] }),
        status: z.enum(['realised', 'cancelled', 'missing']),
        source: z.string().nullable().meta({ description: 'Where the prices come from.' }),
        revision: z.int().nullable(),
        expected_at: responseInstant('When the prices were expected.'),
      })
      .meta({ id: 'PriceEventData', description: 'The day as it is after the event.' }),
  })
  .meta({ id: 'PriceEvent' });

/** The body of a message about plants of which nothing came in time. */
export const LateEvent = z
  .object({
    type: z.enum(LATE_EVENTS),
    timestamp: responseInstant('When the message was made.'),
    data: z
      .object({
        day: z.string().meta({
          description: 'The Madrid day of which nothing came.',
          examples: ['2026-11-23'],
        }),
        plants: z.array(
          z.object({
            id: uuid('Of the plant.'),
            plant: z.string().meta({ description: 'Name of the plant.' }),
            last_delivered_at: responseInstant('When something last came.'),
            expected_by: responseInstant(
              'An hour after the latest of the last 14 deliveries’ times of day.',
            ),
          }),
        ),
      })
      .meta({
        id: 'LateEventData',
        description: 'The plants that are late since the last message.',
      }),
  })
  .meta({ id: 'LateEvent' });

/** The body of a message about the forecasts that the service made of plants. */
export const ForecastEvent = z
  .object({
    type: z.literal(FORECAST_EVENT),
    timestamp: responseInstant('When the message was made.'),
    data: z
      .object({
        generated_at: responseInstant('From when on the forecasts are known.'),
        plants: z.array(
          z.object({
            id: uuid('Of the plant.'),
            plant: z.string().meta({ description: 'Name of the plant.' }),
            method: z.enum(['learned', 'physical']),
            weather: z
              .object({ source: z.string(), issued_at: responseInstant('Of the run of weather.') })
              .nullable(),
            from: responseInstant('Start of the first hour.'),
            to: responseInstant('End of the last.'),
          }),
        ),
      })
      .meta({
        id: 'ForecastEventData',
        description: 'The plants whose forecasts reach as far as the weather goes.',
      }),
  })
  .meta({ id: 'ForecastEvent' });

const portfolio = {
  user: z.string().meta({ examples: ['ana'] }),
  retailer_id: z.string().meta({ examples: ['acme'] }),
};
const [published, revised, ready] = DEVIATION_EVENTS;

/** The body of a message about the deviation of a day, or the report of a month. */
export const DeviationEvent = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal(published),
        timestamp: responseInstant('When the message was made.'),
        data: PublishedFigures.extend({ ...portfolio, day: z.iso.date() }).meta({
          id: 'DeviationPublishedEventData',
        }),
      })
      .meta({ id: 'DeviationPublishedEvent' }),
    z
      .object({
        type: z.literal(revised),
        timestamp: responseInstant('When the message was made.'),
        data: z
          .object({
            ...portfolio,
            day: z.iso.date(),
            revision: z.int().min(2),
            before: PublishedFigures.nullable(),
            after: PublishedFigures.nullable().meta({
              description: 'Null where something is missing again.',
            }),
          })
          .meta({ id: 'DeviationRevisedEventData' }),
      })
      .meta({ id: 'DeviationRevisedEvent' }),
    z
      .object({
        type: z.literal(ready),
        timestamp: responseInstant('When the message was made.'),
        data: z
          .object({
            ...portfolio,
            month: z.string().meta({ examples: ['2026-11'] }),
            path: z
              .string()
              .meta({ description: 'Where the report is, below the address of the service.' }),
          })
          .meta({ id: 'ReportEventData' }),
      })
      .meta({ id: 'ReportEvent' }),
  ])
  .meta({ id: 'DeviationEvent' });

/** The body of a message about bids that were made anew. */
export const ReplannedEvent = z
  .object({
    type: z.literal(REPLANNED_EVENT),
    timestamp: responseInstant('When the bids were made.'),
    data: z
      .object({
        id: uuid('Of the purchase.'),
        user: z.string().meta({ description: 'Who submitted the purchase.', examples: ['ana'] }),
        retailer_id: z.string(),
        session,
        market: z.enum(MARKETS),
        day: z.string().meta({ description: 'Delivery day in Madrid.', examples: ['2026-11-23'] }),
        closes_at: responseInstant('When the gate closes.'),
        revision: z.int().min(1).meta({
          description:
            'Counts the sets of bids of the session and day: this one replaces the others.',
        }),
        bid_mwh: z.number().meta({
          description: 'What is bid at most, MWh; below zero: sold. 0: nothing is bid any more.',
        }),
      })
      .meta({ id: 'ReplannedEventData', description: 'The purchase, and for what it bids.' }),
  })
  .meta({ id: 'ReplannedEvent' });

/** The body of a message about a gate that is about to close. */
export const GateEvent = z
  .object({
    type: z.literal('gate.closing'),
    timestamp: responseInstant('When the message was made.'),
    data: z
      .object({
        id: uuid('Of the purchase.'),
        user: z.string().meta({ description: 'Who submitted the purchase.', examples: ['ana'] }),
        retailer_id: z.string(),
        session,
        market: z.enum(MARKETS),
        day: z.string().meta({ description: 'Delivery day in Madrid.', examples: ['2026-11-23'] }),
        closes_at: responseInstant('When the gate closes.'),
        minutes_left: z
          .int()
          .meta({ description: 'Whole minutes from `timestamp` until the gate closes.' }),
      })
      .meta({ id: 'GateEventData', description: 'The purchase without a decision, and the gate.' }),
  })
  .meta({ id: 'GateEvent' });
