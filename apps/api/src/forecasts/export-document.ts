import { errorResponse } from '../openapi/error-responses.ts';
import { disposition, NOT_MODIFIED, VALIDATORS } from '../openapi/headers.ts';
import { BINARY, type OperationMetadata, type ResponseMetadata } from '../openapi/operation.ts';
import { TABLE_FILES } from '../openapi/workbook.ts';
import {
  CUSTOM_FORECAST,
  INVALID_PLANT,
  LATEST_FORECAST,
  NORMALIZED_FORECAST,
} from './document.ts';

const TYPED =
  'Columns whose values are all numbers, or all times, are typed; others are text. In .xlsx the header is frozen and no text is a formula.';

export const EXPORT_LATEST = exportOf(LATEST_FORECAST, {
  id: 'exportLatestForecast',
  description: TYPED,
  file: 'forecast.xlsx',
});

export const EXPORT_NORMALIZED = exportOf(NORMALIZED_FORECAST, {
  id: 'exportNormalizedForecast',
  description:
    'Columns `plant`, `datetime` (end of the period in the zone that was asked for), `end_utc` and `pred` (kWh).',
  file: 'normalized_forecast.xlsx',
  headers: INVALID_PLANT,
});

export const EXPORT_CUSTOM = exportOf(CUSTOM_FORECAST, {
  id: 'exportCustomForecast',
  description: `${TYPED} All types are a workbook with a sheet of each, or a ZIP with a Parquet file of each.`,
  file: 'forecast.xlsx',
  content: { 'application/zip': BINARY },
});

interface ExportOptions extends Pick<OperationMetadata, 'id' | 'description'> {
  readonly file: string;
  readonly headers?: ResponseMetadata['headers'];
  readonly content?: ResponseMetadata['content'];
}

/** A forecast as a file for spreadsheets and data tools, with the error responses of the forecast. */
function exportOf(
  { summary, responses }: OperationMetadata,
  { file, headers, content, ...operation }: ExportOptions,
): OperationMetadata {
  return {
    ...operation,
    tag: 'Forecasts',
    summary: `${summary}, as .xlsx or Parquet`,
    responses: {
      ...responses,
      200: {
        description: 'The file.',
        headers: { ...VALIDATORS, ...disposition(file), ...headers },
        content: { ...TABLE_FILES, ...content },
      },
      304: NOT_MODIFIED,
      400: errorResponse('error', 'A parameter is not valid, or the customer has no folder.', [
        'Customer name not available.',
        'Unsupported format: csv. Use xlsx or parquet.',
        'A spreadsheet opens 1048575 rows, the forecast has 2000000. Use format=parquet.',
      ]),
    },
  };
}
