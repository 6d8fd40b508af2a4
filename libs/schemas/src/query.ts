import type { Quantile } from '@solano/domain';
import {
  ALL_TYPES,
  AUDIT_PAGE,
  DATE_ORDERS,
  DECIMAL_MARKS,
  DEFAULT_TYPE,
  MARKETS,
  PURCHASE_PAGE,
  parseInstant,
  parseWallTime,
  QUANTILES,
  REGION,
  SERIES_LABELS,
  SERIES_ZONES,
} from '@solano/domain';
import { z } from 'zod';
import { PurchaseStatus } from './purchase.ts';
import { uuid } from './values.ts';

const MAX_COUNT = 2 ** 31 - 1;
const MAX_QUOTED = 100;
/** How a date-time ends that says which zone it is of. */
const HAS_OFFSET = /(Z|[+-]\d{2}(:?\d{2})?)$/i;

/** A parameter that has to be there, of text that the database can hold. */
function requiredText(what: string) {
  const missing = `Missing required ${what}`;
  return z
    .string(missing)
    .min(1, missing)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), `Unusable text in ${what}`);
}

/** A parameter that is a whole number, read as such. */
function wholeNumber(
  { min, max }: { min: number; max: number },
  problem: (value: string) => string,
) {
  const read = z.string().transform((text, context) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    context.addIssue({ code: 'custom', message: problem(text) });
    return z.NEVER;
  });
  return read.meta({ override: { type: 'integer', minimum: min, maximum: max } });
}

/** A value in a message: short, whatever was sent. */
function not(value: string): string {
  return `not "${shortened(value)}"`;
}

function shortened(value: string): string {
  return value.length > MAX_QUOTED ? `${value.slice(0, MAX_QUOTED)}…` : value;
}

const USER = { description: 'A user of the customer.', examples: ['ana'] };
const RETAILER = { description: 'A retailer.', examples: ['acme'] };

const user = z.string().meta(USER);
/** A UUID, which means the same in upper case. */
const id = (description: string) => uuid(description).toLowerCase();

/** Of a submission: the retailer in the query. */
export const SubmissionPath = z.object({ user: requiredText('URL parameter: user').meta(USER) });

/** One of a few values; left out or empty: none of them. */
function choice<const V extends string>(name: string, values: readonly V[], description: string) {
  const read = z.string().transform((text, context): V | undefined => {
    const found = values.find((value) => value === text);
    if (found !== undefined || text === '') return found;
    const message = `Parameter '${name}' must be one of: ${values.join(', ')}, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read.optional().meta({ description, override: { type: 'string', enum: [...values] } });
}

/** What is said of a series that is submitted as a file. */
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

/** What a table of a purchase holds, and in which form. */
export const PurchaseTableQuery = z.object({
  idmodel: z
    .string()
    .transform((text, context) => {
      if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
      const message = `Parameter 'idmodel' must be a number, ${not(text)}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional()
    .meta({ description: 'Only the output of this model.', override: { type: 'number' } }),
  format: z
    .enum(['json', 'csv', 'xlsx'], {
      error: ({ input }) => `Unsupported format: ${String(input)}. Use json, csv or xlsx.`,
    })
    .default('json')
    .meta({ description: 'What the response is written in; `json` where it is left out.' }),
  get explain() {
    return flag('explain', '`true`: each row says why it is as it is.');
  },
});

/** An instant, read as UTC. */
function instant(name: string, description: string) {
  const read = z.string().transform((text, context) => {
    const value = parseInstant(text);
    if (value !== undefined) return value;
    const message = `Parameter '${name}' must be an ISO 8601 date-time, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read
    .optional()
    .meta({ description: `${description} ISO 8601.`, examples: ['2026-11-21T00:00:00Z'] });
}

/** A Madrid day. */
function day(name: string, description: string) {
  const read = z.string().transform((text, context) => {
    if (parseWallTime(`${text} 00:00`) !== undefined) return text;
    const message = `Parameter '${name}' must be a day such as 2026-11-22, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read.optional().meta({ description, examples: ['2026-11-22'] });
}

export const GatesQuery = z.object({
  day: day('day', 'Day of delivery in Madrid; today and tomorrow where it is left out.'),
});

/** `true` or `false`, which it is where it is left out or empty. */
function flag(name: string, description: string) {
  const read = z.string().transform((text, context) => {
    if (text === 'true') return true;
    if (text === 'false' || text === '') return false;
    const message = `Parameter '${name}' must be true or false, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read
    .default(false)
    .meta({ description, override: { type: 'string', enum: ['true', 'false'] } });
}

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

const count = (description: string) =>
  wholeNumber({ min: 0, max: MAX_COUNT }, (text) =>
    /^-?\d+$/.test(text)
      ? `Ensure this value is between 0 and ${MAX_COUNT}.`
      : 'A valid integer is required.',
  )
    .optional()
    .meta({ description });

/** The part of a list of records, and what it is written in. */
export const RecordsQuery = z.object({
  limit: count('Maximum number of rows. Left out: all of them.'),
  offset: count('Rows to pass over.'),
  format: z
    .enum(['json', 'xlsx'], {
      error: ({ input }) => `Unsupported format: ${String(input)}. Use json or xlsx.`,
    })
    .default('json')
    .meta({ description: 'What the list is written in; `json` where it is left out.' }),
});

export const UnavailabilitiesQuery = RecordsQuery.extend({
  plant_id: z.string().optional().meta({ description: 'Name of a plant: only its own.' }),
});

const unsupported = ({ input }: { readonly input?: unknown }) =>
  `Unsupported format: ${String(input)}. Use json or csv.`;
const format = z.enum(['json', 'csv'], { error: unsupported });
const FORMAT = 'What the response is written in; `json` where it is left out.';

export const ForecastQuery = z.object({
  format: format.default('json').meta({ description: FORMAT }),
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

export const PricesPath = z.object({
  region: z.literal(REGION).meta({ description: 'The only region that is served.' }),
  market: z.enum(MARKETS).meta({ description: 'A session of the Iberian market.' }),
});

/** Sent once. */
function priceFormat<const F extends readonly [string, ...string[]]>(formats: F) {
  const read = z.array(z.string()).transform((texts, context): F[number] => {
    const found = formats.find((each) => each === texts.join(', '));
    if (found !== undefined) return found;
    const supported = `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`;
    const message = `Unsupported format: ${texts.join(', ')}. Use ${supported}.`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read
    .optional()
    .meta({ description: FORMAT, override: { type: 'string', enum: [...formats] } });
}

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

const asOf = z
  .string()
  .transform((text, context) => {
    const value = HAS_OFFSET.test(text) ? parseInstant(text) : undefined;
    if (value !== undefined) return value;
    const message = `Parameter 'as_of' must be an ISO 8601 date-time with an offset, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional()
  .meta({
    description:
      'Only predictions that were generated by then: ISO 8601 with an offset or `Z`, a `+` written as `%2B`.',
    examples: ['2026-11-21T09:00:00Z'],
  });

export const PredictionQuery = z.strictObject({
  format: priceFormat(['json', 'csv', 'xlsx']),
  quantiles,
  as_of: asOf,
});

function requiredDay(name: string, description: string) {
  const read = z.string(`Missing required parameter: ${name}`).transform((text, context) => {
    if (parseWallTime(`${text} 00:00`) !== undefined) return text;
    const message = `Parameter '${name}' must be a day such as 2026-11-22, ${not(text)}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return read.meta({ description, examples: ['2026-11-22'] });
}

export const EvaluationQuery = z.strictObject({
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`, a year after the first at most.'),
});

/** With `xlsx` beside the others. */
const sheetFormat = z
  .enum(['json', 'csv', 'xlsx'], {
    error: ({ input }) => `Unsupported format: ${String(input)}. Use json, csv or xlsx.`,
  })
  .default('json')
  .meta({ description: FORMAT });

export const RealisedQuery = z.strictObject({
  from: requiredDay('from', 'First Madrid day, `YYYY-MM-DD`.'),
  to: requiredDay('to', 'Last Madrid day, `YYYY-MM-DD`, 400 days in all at most.'),
  format: sheetFormat,
});
