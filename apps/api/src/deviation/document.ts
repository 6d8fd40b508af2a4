import { Deviation } from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata, withFiles } from '../endpoint/operation.ts';

const FIGURES = {
  bought_mwh: '24.000',
  measured_mwh: '25.500',
  short_mwh: '2.000',
  long_mwh: '0.500',
  market_cost: '1446.00',
  deviation_cost: '132.50',
  cost_over_day_ahead: '42.50',
};

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
          causes: {
            volume_short: '40.00',
            volume_long: '2.50',
            correction: '0.00',
            market_choice: '6.00',
          },
          rows: [{ day: '2026-11-24', ...FIGURES }],
        },
      }),
      ['text/csv', XLSX_TYPE],
    ),
    400: errorResponse('error', 'The first parameter that makes no sense, or too many days.', [
      'The response would have more than 1100 days: ask for fewer.',
    ]),
  },
} as const satisfies OperationMetadata;
