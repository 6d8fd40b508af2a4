import { Deviation, DeviationRevision } from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import { z } from 'zod';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';
import { CAUSES, FIGURES } from './examples.ts';

export const GET_DEVIATION = {
  id: 'getDeviation',
  tag: 'Deviation',
  summary:
    'Compare what a portfolio bought with what it consumed, and say what the difference cost',
  description: `
Bought is, for each session and day, what was executed where any executed trades were delivered for it, else what
the decided models of the purchases buy. Periods that lack a measurement, a decision or a price are named and
count in no sum. Sums are exact, and rounded half up at the end.`,
  responses: {
    200: withFiles(
      jsonResponse('The sums of the compared periods, and their rows.', Deviation, {
        'A day': {
          currency: 'EUR',
          periods: 96,
          missing: [],
          undecided: [],
          sessions: [
            { session: 'MD', rests_on: 'decision', bought_mwh: '24.000', cost: '1446.00' },
          ],
          not_bought: [],
          total: FIGURES,
          causes: CAUSES,
          rows: [{ day: '2026-11-24', ...FIGURES }],
        },
      }),
      ['text/csv', XLSX_TYPE],
    ),
    400: errorResponse('error', 'The first invalid parameter, or too many days.', [
      'The response would have more than 1100 days: ask for fewer.',
    ]),
  },
} as const satisfies OperationMetadata;

export const LIST_REVISIONS = {
  id: 'listDeviationRevisions',
  tag: 'Deviation',
  summary: 'List what has changed of days since they were complete, and by how much',
  description:
    'Measurements and prices of deviations are settled for months: each change of a day is noted within a minute or two.',
  responses: {
    200: jsonResponse('By day and revision.', z.array(DeviationRevision), {
      'A measurement that came again': [
        {
          day: '2026-11-24',
          revision: 2,
          changed_at: '2026-12-15T09:00:12.000Z',
          before: { periods: 96, ...FIGURES, ...CAUSES },
          after: {
            periods: 96,
            ...FIGURES,
            ...CAUSES,
            measured_mwh: '25.750',
            short_mwh: '2.250',
            deviation_cost: '152.50',
            cost_over_day_ahead: '48.50',
            volume_short: '46.00',
          },
          difference: {
            bought_mwh: '0.000',
            measured_mwh: '0.250',
            short_mwh: '0.250',
            long_mwh: '0.000',
            market_cost: '0.00',
            deviation_cost: '20.00',
            cost_over_day_ahead: '6.00',
            volume_short: '6.00',
            volume_long: '0.00',
            correction: '0.00',
            market_choice: '0.00',
          },
        },
      ],
    }),
    400: errorResponse('error', 'The first invalid parameter, or too many days.', [
      'Missing required parameter: from',
    ]),
  },
} as const satisfies OperationMetadata;
