/**
 * All readers of callers' input, by name; large input is read in a thread. Each is loaded when it is first
 * needed: most processes and threads read few kinds of input.
 */
export const READERS = {
  submission: async () => (await import('../purchases/submission-text.ts')).readSubmissionText,
  backtest: async () => (await import('../backtests/backtest-text.ts')).readBacktestText,
  submissionFile: async () => (await import('../purchases/submission-file.ts')).readSubmissionFile,
  update: async () => (await import('../purchases/update-text.ts')).readUpdate,
  record: async () => (await import('../records/record-text.ts')).readRecordText,
  outages: async () => (await import('../outages/outage-text.ts')).readOutageText,
  outageFile: async () => (await import('../outages/outage-file-text.ts')).readOutageFile,
  forecast: async () => (await import('../forecasts/forecast-reader.ts')).readForecast,
} as const;

export type ReaderName = keyof typeof READERS;
type Reader<N extends ReaderName> = Awaited<ReturnType<(typeof READERS)[N]>>;
export type ReaderInput<N extends ReaderName> = Parameters<Reader<N>>[0];
export type ReaderOutput<N extends ReaderName> = ReturnType<Reader<N>>;
