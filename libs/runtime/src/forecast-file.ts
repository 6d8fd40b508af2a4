import { parseRecords } from '@solano/csv';
import { malformed } from '@solano/domain/assets';
import type { PowerRun } from '@solano/domain/energy';
import { forecastRuns } from '@solano/domain/forecasting';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The header and the rows of a forecast file, which have its length. Errors: `forecast_malformed`. */
export function forecastRecords(content: Uint8Array): string[][] {
  const records = parsed(content);
  if (records.length === 0) throw malformed();
  return records;
}

/** The power of a plant’s normalized file. Errors: `forecast_malformed`. */
export function runsOfFile(content: Uint8Array): PowerRun[] {
  return forecastRuns(forecastRecords(content).slice(1));
}

function parsed(content: Uint8Array): string[][] {
  try {
    return parseRecords(decoder.decode(content));
  } catch (cause) {
    throw malformed(cause);
  }
}
