import { MAX_PRICE, MAX_TRADE_MW, TRADE_SESSIONS } from '@solano/domain/desk';
import { DATE_ORDERS } from '@solano/domain/kernel';
import { z } from 'zod';
import { choice } from '../records/rules.ts';
import { fileReading, formFile, TABLE_FIELDS, zone } from '../table-file.ts';
import { exactEnergy, money } from '../values.ts';

/** The form of a file of executed trades. */
export const TradeFileForm = z.object({
  file: formFile('CSV of any spreadsheet, or .xlsx: a row for each trade.'),
  ...TABLE_FIELDS,
  labels: choice(['end', 'start'])
    .optional()
    .meta({ description: 'Which end of its period a time is; `end` where it is left out.' }),
  unit: choice(['MW', 'MWh']).optional().meta({
    description: 'Of the quantities, where the header says none; `MW` where it is left out.',
  }),
  date_form: choice(DATE_ORDERS).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026, where no row proves it.',
  }),
  zone: zone.optional().meta({
    description: 'IANA time zone or alias of times without an offset, where the header says none.',
  }),
});

const session = z.enum(TRADE_SESSIONS).meta({
  description:
    'The auctions MD and MID1 to MID3, the continuous market MIC, bilateral contracts BIL.',
});
const mw = z.number().meta({
  description: `Mean power, kept to six decimals, below ${MAX_TRADE_MW} MW; what is sold is negative.`,
});
const price = z.number().meta({
  description: `EUR/MWh with three decimals at most, below ${MAX_PRICE} either way.`,
});
const span = { start_utc: z.iso.datetime(), end_utc: z.iso.datetime() };

/** What a file of trades would record, or what is wrong with it. */
export const TradeReading = fileReading(z.object({ session, ...span, mw, price }));

const rows = z.int().min(1).meta({ description: 'Trades.' });
const replaced = z
  .int()
  .min(0)
  .meta({ description: 'How many trades of its sessions and days counted before.' });
const upload = {
  id: z.uuid().meta({ description: 'Of the upload.' }),
  rows,
  sessions: z.array(session),
  from: z.iso.datetime().meta({ description: 'Start of the first period.' }),
  to: z.iso.datetime().meta({ description: 'End of the last period.' }),
};

/** A file of trades that is recorded now. */
export const RecordedTradeFile = z.object({ ...upload, replaced });

/** A file of trades that was uploaded before. */
export const RepeatedTradeFile = z.object({ ...upload, message: z.string() });

export const TradeUpload = z.object({
  ...upload,
  file_name: z.string(),
  uploaded_at: z.iso.datetime(),
  by: z.string().meta({ description: 'Who sent it, as the audit log names them.' }),
});

/** Executed trades as a program sends them. */
export const ExecutedTrades = z.object({
  trades: z.array(
    z.object({
      session,
      start_time_utc: z.iso.datetime(),
      end_time_utc: z.iso.datetime().meta({ description: '15, 30 or 60 minutes later.' }),
      mw,
      price,
    }),
  ),
});

/** Trades that are recorded now. */
export const RecordedTrades = z.object({ rows, replaced });

/** All that a session traded for a period. */
export const TradedPeriod = z.object({
  session,
  ...span,
  datetime: z.string().meta({ description: 'The end on the Madrid clock, `YYYY-MM-DD HH:MM`.' }),
  mw: z.number().meta({ description: 'What was bought less what was sold.' }),
  price: z.number().nullable().meta({
    description:
      'Cost ÷ energy in EUR/MWh, rounded half up to three decimals; null where `mw` is 0.',
  }),
  cost: money('What was paid less what was received: Σ MW × hours × price, rounded half up.'),
});

const traded = z.object({
  mwh: exactEnergy('Bought less sold, MWh with three decimals.'),
  cost: money('Fees of 0.25 EUR/MWh included.'),
});

/** What was executed, and what was decided. */
export const TradeDifference = z.object({
  session,
  day: z.iso.date(),
  executed: traded,
  decided: traded.nullable().meta({
    description:
      'What the decided models of all purchases of the user and retailer buy, at realised prices; null where one of the session is missing, and where nothing was decided for the day.',
  }),
  difference: traded.nullable().meta({ description: 'Executed less decided.' }),
});
