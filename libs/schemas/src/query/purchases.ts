import { PURCHASE_PAGE } from '@solano/domain/desk';
import { DATE_ORDERS, DECIMAL_MARKS } from '@solano/domain/kernel';
import { z } from 'zod';
import { PurchaseStatus } from '../purchase.ts';
import { parsed } from '../values.ts';
import {
  choice,
  cursor,
  day,
  flag,
  format,
  id,
  instant,
  not,
  pageLimit,
  RETAILER,
  requiredText,
  USER,
} from './values.ts';

const user = z.string().meta(USER);

/** Path of a submission with the retailer in the query. */
export const SubmissionPath = z.object({ user: requiredText('URL parameter: user').meta(USER) });

/** The options of a series that is submitted as a file. */
export const SeriesFileQuery = z.object({
  labels: choice(
    'labels',
    ['end', 'start'],
    'Of CSV and .xlsx: which end of its period a time is; `end` where it is left out.',
  ),
  zone: choice(
    'zone',
    ['Europe/Madrid', 'UTC'],
    'Of CSV and .xlsx: the clock of times without an offset; left out: as their header says, else `Europe/Madrid`.',
  ),
  date_form: choice(
    'date_form',
    DATE_ORDERS,
    'Of CSV and .xlsx: the order of dates such as 03/04/2026, where no row proves it.',
  ),
  decimal: choice(
    'decimal',
    DECIMAL_MARKS,
    'Of CSV and .xlsx: the decimal mark, where no row proves it.',
  ),
  dry_run: flag(
    'dry_run',
    'Of CSV and .xlsx: `true`: nothing is stored; the response says what was understood.',
  ),
});

export const SubmissionQuery = z.object({
  retailer_id: requiredText('query parameter: retailer_id').meta(RETAILER),
  ...SeriesFileQuery.shape,
});

/** Path of a submission with the retailer in the path. */
export const RetailerSubmissionPath = SubmissionPath.extend({
  retailer_id: requiredText('URL parameter: retailer_id').meta(RETAILER),
});

export const UserPath = z.object({ user });

export const PurchasePath = z.object({ user, purchase_id: id('Of the purchase.') });

export const PurchaseQuery = z.object({
  idmodel: z
    .string()
    .optional()
    .meta({ description: 'Only the output of this model; compared as a number.', examples: ['3'] }),
});

const idmodel = parsed((text, reject) =>
  /^-?\d+(\.\d+)?$/.test(text)
    ? Number(text)
    : reject(`Parameter 'idmodel' must be a number, ${not(text)}`),
);

/** The content and format of a table of a purchase. */
export const PurchaseTableQuery = z.object({
  idmodel: idmodel
    .optional()
    .meta({ description: 'Only the output of this model.', override: { type: 'number' } }),
  format: format(['json', 'csv', 'xlsx']),
  explain: flag('explain', '`true`: each row says why it is as it is.'),
});

/** The model and the format of bids of a purchase. */
export const PurchaseBidsQuery = z.object({
  idmodel: idmodel
    .default(7)
    .meta({ description: 'The model whose bids these are.', override: { type: 'number' } }),
  format: format(['json', 'csv', 'xlsx']),
});

/** The filters and the page of a list of purchases. */
export const PurchasesQuery = z.object({
  status: z
    .array(
      z.enum(PurchaseStatus.options, {
        error: ({ input }) =>
          `Parameter 'status' must be one of: ${PurchaseStatus.options.join(', ')}, ${not(String(input))}`,
      }),
    )
    .optional()
    .meta({ description: 'Only purchases in one of these; repeat it for several.' }),
  retailer_id: z.string().optional().meta({ description: 'Only of this retailer.' }),
  evaluation: flag('evaluation', '`true`: each purchase says what its outputs are worth.'),
  created_from: instant('created_from', 'Created at this instant or later.'),
  created_to: instant('created_to', 'Created before this instant.'),
  limit: pageLimit(PURCHASE_PAGE, 'Purchases'),
  cursor,
});

/** Filters of a summary. */
export const PurchaseSummaryQuery = z.object({
  from: day('from', 'Submitted on this Madrid day or later.'),
  to: day('to', 'Submitted on this Madrid day or earlier.'),
  retailer_id: z.string().optional().meta({ description: 'Only of this retailer.' }),
});
