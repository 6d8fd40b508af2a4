import type { Quantile } from '@solano/domain';
import {
  ALL_TYPES,
  AUDIT_PAGE,
  DATE_ORDERS,
  DECIMAL_MARKS,
  DEFAULT_TYPE,
  isBefore,
  MARKETS,
  PURCHASE_PAGE,
  parseDay,
  parseInstant,
  QUANTILES,
  REGION,
  SERIES_LABELS,
  SERIES_ZONES,
  zoneOf,
} from '@solano/domain';
import { z } from 'zod';
import { PurchaseStatus } from './purchase.ts';
import {
  choice,
  count,
  day,
  flag,
  format,
  instant,
  MAX_COUNT,
  not,
  parsed,
  priceFormat,
  requiredDay,
  requiredText,
  shortened,
  wholeNumber,
} from './query-values.ts';
import { uuid } from './values.ts';

/** How a date-time ends that says which zone it is of. */
const HAS_OFFSET = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

const USER = { description: 'A user of the customer.', examples: ['ana'] };
const RETAILER = { description: 'A retailer.', examples: ['acme'] };

const user = z.string().meta(USER);
/** A UUID, which means the same in upper case. */
const id = (description: string) => uuid(description).toLowerCase();

/** Of a submission: the retailer in the query. */
export const SubmissionPath = z.object({ user: requiredText('URL parameter: user').meta(USER) });

/** The options of a series that is submitted as a file. */
export const SeriesFileQuery = z.object({
  labels: choice(
    'labels',
    SERIES_LABELS,
    'Of CSV and .xlsx: which end of its period a time is; `end` where it is left out.',
  ),
  zone: choice(
    'zone',
    SERIES_ZONES,
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
});

export const SubmissionQuery = z.object({
  retailer_id: requiredText('query parameter: retailer_id').meta(RETAILER),
  ...SeriesFileQuery.shape,
});
/** Of a submission: the retailer in the path. */
export const RetailerSubmissionPath = SubmissionPath.extend({
  retailer_id: requiredText('URL parameter: retailer_id').meta(RETAILER),
});

export const UserPath = z.object({ user });
export const PurchasePath = z.object({ user, purchase_id: id('Of the purchase.') });
export const RecordPath = z.object({ id: id('Of the record.') });
/** Of a key: not a UUID. */
export const KeyPath = z.object({ id: z.string().meta({ description: 'Of the key.' }) });
export const WebhookPath = z.object({ id: id('Of the webhook.') });
export const DeliveryPath = WebhookPath.extend({ delivery_id: id('Of the message.') });
export const PlantPath = z.object({ plant_id: id('Of the plant.') });
export const UnavailabilityPath = z.object({ id: id('Of the unavailability.') });

export const UploadPath = z.object({ id: id('Of the upload.') });
/** Of a backtest, for whose result the retailer is not asked. */
export const BacktestPath = z.object({
  user: requiredText('parameter: user').meta(USER),
  id: id('Of the backtest.'),
});
export const StrategyPath = z.object({ user: requiredText('parameter: user').meta(USER) });
/** The message names the parameter as the contract does. */
export const StrategiesQuery = z.object({
  idretailer: requiredText('parameter: retailer_id').meta(RETAILER),
});

export const SettingsQuery = StrategiesQuery.extend({
  version: wholeNumber(
    { min: 0, max: MAX_COUNT },
    (text) => `Parameter 'version' must be a whole number, 0 or more, ${not(text)}`,
  )
    .optional()
    .meta({ description: 'An earlier version, 0 being the defaults; left out: the newest.' }),
});

export const PurchaseQuery = z.object({
  idmodel: z
    .string()
    .optional()
    .meta({ description: 'Only the output of this model; compared as a number.', examples: ['3'] }),
});

/** The content and format of a table of a purchase. */
export const PurchaseTableQuery = z.object({
  idmodel: parsed((text, reject) =>
    /^-?\d+(\.\d+)?$/.test(text)
      ? Number(text)
      : reject(`Parameter 'idmodel' must be a number, ${not(text)}`),
  )
    .optional()
    .meta({ description: 'Only the output of this model.', override: { type: 'number' } }),
  format: format(['json', 'csv', 'xlsx']),
  explain: flag('explain', '`true`: each row says why it is as it is.'),
});

export const GatesQuery = z.object({
  day: day('day', 'Day of delivery in Madrid; today and tomorrow where it is left out.'),
});

/** How an upload is taken back. */
export const UploadQuery = z.object({
  force: flag('force', '`true`: rows that were changed since are left alone, instead of a 409.'),
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
  limit: wholeNumber(
    { min: 1, max: PURCHASE_PAGE.max },
    (text) => `Parameter 'limit' must be a whole number, 1 to ${PURCHASE_PAGE.max}, ${not(text)}`,
  )
    .optional()
    .meta({ description: `Purchases of a page; ${PURCHASE_PAGE.usual} where it is left out.` }),
  cursor: z.string().optional().meta({
    description: 'The `next_cursor` of the page before; the other parameters stay the same.',
  }),
});

/** Which purchases are summed up. */
export const PurchaseSummaryQuery = z.object({
  from: day('from', 'Submitted on this Madrid day or later.'),
  to: day('to', 'Submitted on this Madrid day or earlier.'),
  retailer_id: z.string().optional().meta({ description: 'Only of this retailer.' }),
});

/** The part of the audit log that is asked for. */
export const AuditListQuery = z.object({
  since: instant('since', 'Of this instant or later.'),
  limit: wholeNumber(
    { min: 1, max: AUDIT_PAGE.max },
    (text) => `Parameter 'limit' must be a whole number, 1 to ${AUDIT_PAGE.max}, ${not(text)}`,
  )
    .optional()
    .meta({ description: `Entries of a page; ${AUDIT_PAGE.usual} where it is left out.` }),
  cursor: z.string().optional().meta({
    description: 'The `next_cursor` of the page before; the other parameters stay the same.',
  }),
});

/** The part of a list of records, and its format. */
export const RecordsQuery = z.object({
  limit: count('Maximum number of rows. Left out: all of them.'),
  offset: count('Rows to pass over.'),
  format: format(['json', 'xlsx'], 'What the list is written in; `json` where it is left out.'),
});

/** An instant of a window, to the millisecond; a day is its first instant in UTC. */
function windowEnd(description: string) {
  const read = z.string().transform((text, context) => {
    const value = parseDay(text, zoneOf('UTC'));
    if (value !== undefined && !/\.\d{3}(?!000)/.test(value)) return value;
    context.addIssue({ code: 'custom', message: 'Enter an ISO 8601 date or date-time.' });
    return z.NEVER;
  });
  return read.optional().meta({ description, examples: ['2026-11-23'] });
}

export const UnavailabilitiesQuery = RecordsQuery.extend({
  plant_id: z.string().optional().meta({ description: 'Name of a plant: only its own.' }),
  from: windowEnd(
    'Only what overlaps the time from here on: ISO 8601, to the millisecond; a day is its beginning in UTC.',
  ),
  to: windowEnd('Only what overlaps the time before this; likewise.'),
}).refine(({ from, to }) => from === undefined || to === undefined || isBefore(from, to), {
  path: ['to'],
  message: 'Must be after from.',
});

export const ForecastQuery = z.object({
  format: format(['json', 'csv']),
});

export const NormalizedForecastQuery = ForecastQuery.extend({
  plant: z.array(z.string()).optional().meta({
    description: 'Only of this plant; repeat it for several. Left out: all plants.',
  }),
  timezone: z
    .string()
    .optional()
    .meta({
      description:
        'IANA name or an alias such as `EUR-MAD`, without regard to case; `UTC` where it is left out.',
      examples: ['EUR-MAD'],
    }),
  partial: flag(
    'partial',
    '`true`: a plant whose file cannot be read is left out and named in `X-Invalid-Plant`, instead of failing the request.',
  ),
});

export const CustomForecastQuery = ForecastQuery.extend({
  type: z
    .string()
    .optional()
    .meta({
      description: `Forecast type; \`${DEFAULT_TYPE}\` where it is left out. \`${ALL_TYPES}\` is the latest file of every type.`,
      examples: [DEFAULT_TYPE],
    }),
});

/** The format of an export. */
const exportFormat = z
  .enum(['xlsx', 'parquet'], {
    error: ({ input }) => `Unsupported format: ${String(input)}. Use xlsx or parquet.`,
  })
  .default('xlsx')
  .meta({ description: 'What the file is written in; `xlsx` where it is left out.' });

export const ForecastExportQuery = z.object({ format: exportFormat });
export const NormalizedForecastExportQuery = NormalizedForecastQuery.extend({
  format: exportFormat,
});
export const CustomForecastExportQuery = CustomForecastQuery.extend({ format: exportFormat });

export const PricesPath = z.object({
  region: z.literal(REGION).meta({ description: 'The only region that is served.' }),
  market: z.enum(MARKETS).meta({ description: 'A session of the Iberian market.' }),
});

/** The format alone, and no other parameter beside it. */
export const PricesQuery = z.strictObject({ format: priceFormat(['json', 'csv']) });

/** Quantiles in ascending order, each once. */
const quantiles = z
  .array(z.string())
  .transform((texts, context) => {
    const names = texts.join(',').split(',');
    const unknown = names.find((text) => !QUANTILES.some((quantile) => text === String(quantile)));
    if (unknown === undefined) {
      return QUANTILES.filter((quantile) => names.includes(String(quantile)));
    }
    const message = `Unsupported quantile: ${shortened(unknown)}. Use any of ${QUANTILES.join(', ')}.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .default([...QUANTILES] as string[] & Quantile[])
  .meta({
    description: `Which quantiles the rows have, any of ${QUANTILES.join(', ')}; all of them where it is left out.`,
    override: { type: 'string', examples: ['10,50,90'] },
  });

const asOf = parsed((text, reject) => {
  const value = HAS_OFFSET.test(text) ? parseInstant(text) : undefined;
  return (
    value ?? reject(`Parameter 'as_of' must be an ISO 8601 date-time with an offset, ${not(text)}`)
  );
})
  .optional()
  .meta({
    description:
      'Only predictions that were generated by then: ISO 8601 with an offset or `Z`, a `+` written as `%2B`.',
    examples: ['2026-11-21T09:00:00Z'],
  });

export const PredictionQuery = z.strictObject({
  format: priceFormat(['json', 'csv', 'xlsx', 'parquet']),
  quantiles,
  as_of: asOf,
});

export const EvaluationQuery = z.strictObject({
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`, a year after the first at most.'),
});

export const RealisedQuery = z.strictObject({
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`, 400 days in all at most.'),
  format: format(['json', 'csv', 'xlsx', 'parquet']),
});
