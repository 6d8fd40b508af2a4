import { Gate } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse } from '../openapi/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../openapi/operation.ts';

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
