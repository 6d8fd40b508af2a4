import {
  FileErrors,
  Purchase,
  PurchaseHistory,
  PurchasePage,
  PurchaseParties,
  PurchaseSubmission,
  PurchaseUpdate,
  SeriesFileReading,
  SubmittedPurchase,
  UpdatedPurchase,
} from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, merged } from '../endpoint/error-responses.ts';
import { IDEMPOTENCY_KEY } from '../endpoint/headers.ts';
import type { OperationMetadata, ResponseMetadata } from '../endpoint/operation.ts';
import { jsonBody, jsonResponse, WORKBOOK } from '../endpoint/operation.ts';
import {
  HISTORY,
  MODEL_1,
  PAGE,
  PURCHASE,
  SUBMISSION,
  SUBMITTED,
  UPDATE,
  UPDATED,
} from './examples.ts';

const item = (index: number, what: string) => `Purchase item at index ${index} ${what}`;

export const UNKNOWN = errorResponse('error', 'Unknown, or another customer’s or user’s.', [
  'Purchase not found.',
]);

export const NO_OUTPUTS = errorResponse('error', 'There is nothing to evaluate.', [
  'The purchase has no outputs yet.',
]);

const SPANISH_FILE =
  'Fecha y hora;Compra (MW)\r\n23/11/2026 00:15;12,5\r\n23/11/2026 00:30;12,75\r\n';

const FILE_ITEMS = [
  { datetime: '2026-11-23 00:15', purchase: 12.5 },
  { datetime: '2026-11-23 00:30', purchase: 12.75 },
];
const FILE_READING = {
  understood: {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    decimal: ',',
    columns: { datetime: 'Fecha y hora', purchase: 'Compra (MW)' },
    zone: 'Europe/Madrid',
    date_form: 'dmy',
  },
  rows: FILE_ITEMS,
  total: 2,
  problems: [],
  delivery: {
    start_utc: '2026-11-22T23:00:00.000Z',
    end_utc: '2026-11-22T23:30:00.000Z',
    step_minutes: 15,
    missing_minutes: 0,
    mwh: '6.313',
    days: [{ date: '2026-11-23', periods: 2 }],
  },
  series: FILE_ITEMS,
};

const FILE_ERRORS: ResponseMetadata = jsonResponse(
  'The file is not valid: the first problem as text, and all of them by cell.',
  FileErrors,
  {
    'A bad cell': {
      error: 'line 3, column Compra (MW): could be 1250 or 1.25',
      problems: [
        {
          line: 3,
          column: 'Compra (MW)',
          value: '1.250',
          code: 'ambiguous_number',
          params: { grouped: '1250', decimal: 1.25 },
          reason: 'could be 1250 or 1.25',
          example: '12,5',
        },
      ],
    },
  },
);

const SUBMISSION_METADATA = {
  tag: 'Purchases',
  summary: 'Submit a purchase series',
  description:
    'Records a purchase and dispatches it to the workflow, which computes the strategy outputs. Items may be unsorted and of mixed steps; at most 35,136 of them unless the service is configured otherwise. CSV and .xlsx need the columns `datetime` and `purchase` (MW; also `Fecha`, `Compra`, `Potencia`, in any case), or a date and a column of hours from 1 (`Fecha`, `Hora`). The format is detected as in outage files; an ambiguous value is a problem until a parameter resolves it.',
  headers: IDEMPOTENCY_KEY,
  body: {
    mediaType: 'application/json',
    schema: PurchaseSubmission,
    examples: { 'An evening': SUBMISSION },
    others: {
      'text/csv': { schema: z.string(), examples: { 'A Spanish file': SPANISH_FILE } },
      ...WORKBOOK,
    },
  },
  responses: {
    200: jsonResponse('A dry run of a file: nothing is stored.', SeriesFileReading, {
      'Dry run': FILE_READING,
    }),
    201: jsonResponse('The purchase is recorded.', SubmittedPurchase, { New: SUBMITTED }),
    400: merged([
      FILE_ERRORS,
      errorResponse('error', 'The first thing that is wrong.', [
        'Missing required URL parameter: user',
        'Missing required query parameter: retailer_id',
        'Missing required field: purchase',
        "Field 'purchase' must be an array of objects",
        "Field 'purchase' must not be empty",
        "Field 'purchase' must not hold more than 35136 items",
        item(3, 'is missing required field: datetime'),
        item(3, 'has an invalid datetime format (expected YYYY-MM-DD HH:MM)'),
        item(3, "has a 'purchase' field that is not a number (MW)"),
        item(3, 'repeats the datetime 2026-11-23 20:15'),
        'Idempotency-Key must be 1 to 255 printable ASCII characters.',
        'Parameter \'labels\' must be one of: end, start, not "begin"',
        "Parameter 'labels' is for CSV and .xlsx.",
      ]),
    ]),
    409: errorResponse('error', 'The key names another submission.', [
      'Idempotency-Key was used for another submission in the last 24 hours.',
    ]),
  },
} satisfies Omit<OperationMetadata, 'id'>;

export const SUBMIT_PURCHASE: OperationMetadata = {
  id: 'submitPurchase',
  ...SUBMISSION_METADATA,
};

export const SUBMIT_PURCHASE_TO_RETAILER: OperationMetadata = {
  id: 'submitPurchaseToRetailer',
  ...SUBMISSION_METADATA,
};

export const UPDATE_PURCHASE: OperationMetadata = {
  id: 'updatePurchase',
  tag: 'Purchases',
  summary: 'Store strategy outputs',
  description: 'Replaces the outputs of a purchase; status and error change where they are given.',
  body: jsonBody(PurchaseUpdate, { 'A result': UPDATE }),
  responses: {
    200: jsonResponse('The purchase is updated.', UpdatedPurchase, { Updated: UPDATED }),
    400: errorResponse('error', 'The first thing that is wrong, by its path.', [
      'Missing required field: outputs',
      "Field 'outputs[0].value.MD[3].purchase_percentage' must be a number",
      "Field 'outputs[1].idmodel' repeats the idmodel 1",
      "Field 'outputs[0].bids.MD[3].steps[0].mw' must be a number of MW from 0.000001 to 9007199254",
      "Field 'outputs[0].bids.MD[3].datetime' is 2026-11-25 10:00, which the purchase has no item for",
      "Field 'outputs[0].bids' has no step for 2026-11-24 10:00, which 'value' has in MD",
      "Field 'outputs[0].bids.MD' bids 1.2 MW for 2026-11-24 10:00, whose item has 0.8 MW",
      "Field 'status' must be one of: failed, pending, in_progress, completed",
      "Field 'error' must be a string",
    ]),
    404: UNKNOWN,
  },
};

export const GET_PURCHASE: OperationMetadata = {
  id: 'getPurchase',
  tag: 'Purchases',
  summary: 'Read a purchase',
  responses: {
    200: jsonResponse(
      'The purchase with its strategy output, which is empty before there is any.',
      Purchase,
      {
        'All models': { ...PURCHASE, strategy_output: [MODEL_1] },
        'One model': { ...PURCHASE, strategy_output: MODEL_1 },
        'No such model': {
          ...PURCHASE,
          strategy_output: { error: 'idmodel 9 not found in strategy_output.' },
        },
      },
    ),
    404: UNKNOWN,
  },
};

export const GET_SERIES: OperationMetadata = {
  id: 'getPurchaseSeries',
  tag: 'Purchases',
  summary: 'Read the submitted series',
  description: 'The `purchase` array byte for byte as it was sent.',
  responses: {
    200: jsonResponse('The submitted array.', PurchaseSubmission.shape.purchase, {
      'Two items': SUBMISSION.purchase,
    }),
    404: UNKNOWN,
  },
};

export const GET_HISTORY: OperationMetadata = {
  id: 'getPurchaseHistory',
  tag: 'Purchases',
  summary: 'Read the history of a purchase',
  responses: {
    200: jsonResponse('Its status changes and the decisions on it.', PurchaseHistory, {
      Decided: HISTORY,
    }),
    404: UNKNOWN,
  },
};

export const LIST_PARTIES: OperationMetadata = {
  id: 'listPurchaseParties',
  tag: 'Purchases',
  summary: 'List the users and retailers that have purchases',
  description: 'Each pair once, by user, then retailer; 100 of them at most.',
  responses: {
    200: jsonResponse('The users and retailers.', z.array(PurchaseParties), {
      'Two retailers of a user': [
        { user: 'ana', retailer_id: 'acme' },
        { user: 'ana', retailer_id: 'zeta' },
      ],
    }),
  },
};

export const LIST_PURCHASES: OperationMetadata = {
  id: 'listPurchases',
  tag: 'Purchases',
  summary: 'List the purchases of a user',
  description: 'Newest first, a page at a time, without their strategy output.',
  responses: {
    200: jsonResponse('A page of purchases.', PurchasePage, { 'A page': PAGE }),
    400: errorResponse('error', 'The first invalid parameter.', [
      `Parameter 'limit' must be a whole number, 1 to 1000, not "0"`,
      `Parameter 'status' must be one of: failed, pending, in_progress, completed, not "done"`,
      `Parameter 'evaluation' must be true or false, not "yes"`,
      `Parameter 'created_from' must be an ISO 8601 date-time, not "today"`,
      `Parameter 'cursor' is not one that was given out: "x"`,
    ]),
  },
};
