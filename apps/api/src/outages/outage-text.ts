import { parseTable } from '@solano/csv';
import { type OutagePlants, readOutageTable } from '@solano/domain/assets/files';
import { rejectRows } from '@solano/domain/kernel';
import { type OutageText, slicesOf } from './outage-slices.ts';

export interface OutageInput {
  readonly content: Uint8Array;
  readonly plants: OutagePlants;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads an outage file. Errors: `invalid_rows`, also if it is not UTF-8. */
export function readOutageText({ content, plants }: OutageInput): OutageText {
  return slicesOf(readOutageTable(parseTable(decode(content)), plants));
}

function decode(content: Uint8Array): string {
  try {
    return decoder.decode(content);
  } catch {
    return rejectRows(['the file is not UTF-8']);
  }
}
