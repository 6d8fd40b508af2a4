import { readBacktestText } from '../backtests/backtest-text.ts';
import { readForecast } from '../forecasts/forecast-reader.ts';
import { readOutageFile } from '../outages/outage-file-text.ts';
import { readOutageText } from '../outages/outage-text.ts';
import { readSubmissionFile } from '../purchases/submission-file.ts';
import { readSubmissionText } from '../purchases/submission-text.ts';
import { readUpdate } from '../purchases/update-text.ts';
import { readRecordText } from '../records/record-text.ts';

/** All readers of callers' input, by name: large input is read in a thread. */
export const READERS = {
  submission: readSubmissionText,
  backtest: readBacktestText,
  submissionFile: readSubmissionFile,
  update: readUpdate,
  record: readRecordText,
  outages: readOutageText,
  outageFile: readOutageFile,
  forecast: readForecast,
} as const;

type Readers = typeof READERS;
export type ReaderName = keyof Readers;
export type ReaderInput<N extends ReaderName> = Parameters<Readers[N]>[0];
export type ReaderOutput<N extends ReaderName> = ReturnType<Readers[N]>;
