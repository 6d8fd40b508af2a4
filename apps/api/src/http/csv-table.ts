import type { CsvTable } from '@solano/csv';
import { parseTable } from '@solano/csv';
import { refuseRows } from '@solano/domain';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Takes an uploaded CSV file apart. Errors: `invalid_rows`, also where it is no UTF-8. */
export async function readTable(content: Uint8Array): Promise<CsvTable> {
  return parseTable(decode(content));
}

function decode(content: Uint8Array): string {
  try {
    return decoder.decode(content);
  } catch {
    return refuseRows(['the file is not UTF-8']);
  }
}
