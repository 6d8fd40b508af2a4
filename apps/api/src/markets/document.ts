import { Gate, MarketState } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const GATE = {
  session: 'MID1',
  market: 'mid_pibc01_spain',
  day: '2026-11-23',
  closes_at: '2026-11-22T14:00:00.000Z',
  periods: 96,
  first_label: '2026-11-23 00:15',
  last_label: '2026-11-24 00:00',
  status: 'open',
};

export const LIST_GATES: OperationMetadata = {
  id: 'listGates',
  tag: 'Markets',
  summary: 'List the gates of delivery days',
  description: 'By day and in the order of the sessions.',
  responses: {
    200: jsonResponse('The gates.', z.array(Gate), { 'One of them': [GATE] }),
    400: errorResponse('error', 'The day is none.', [
      `Parameter 'day' must be a day such as 2026-11-22, not "tomorrow"`,
    ]),
  },
};

export const GET_GATE_CALENDAR: OperationMetadata = {
  id: 'getGateCalendar',
  tag: 'Markets',
  summary: 'The gates as a calendar to subscribe to',
  description: 'Of today and seven days: an event at each closure. It holds nothing of a customer.',
  anonymous: true,
  responses: {
    200: {
      description: 'iCalendar (RFC 5545).',
      content: {
        'text/calendar': {
          schema: z.string(),
          examples: { 'No event': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
        },
      },
    },
  },
};

export const MARKETS_STATE: OperationMetadata = {
  id: 'listMarkets',
  path: '/api/v0/markets/',
  tag: 'Prices',
  summary: 'How fresh the data of the markets are',
  description:
    'What is known of each market, what is missing, cancelled or held, and when more is expected: a day before its expected time is not late. A market with fewer than 28 realised days among the last 60 is not predicted, and `not_predicted` says so. The customer needs the permission `prices`.',
  responses: {
    200: jsonResponse('The markets in the order of their sessions.', z.array(MarketState), {
      'One market': [
        {
          region: 'spain',
          market: 'md_pdbc_spain',
          session: 'MD',
          newest_realised_day: '2026-11-23',
          newest_realised_at: '2026-11-22T12:31:04.000Z',
          source: 'omie',
          revision: 1,
          expected_at: '2026-11-23T12:30:00.000Z',
          late_by_seconds: 0,
          missing_days: [],
          cancelled_days: [],
          held_days: ['2026-11-02'],
          newest_prediction_at: '2026-11-22T12:31:09.000Z',
          prediction_inputs_until: '2026-11-23T23:00:00.000Z',
          realised_days: 60,
          not_predicted: null,
        },
      ],
    }),
  },
};
