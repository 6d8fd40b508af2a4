import { hash } from 'node:crypto';
import type { SentTrades } from '@solano/domain/desk';
import { TradeFileForm } from '@solano/schemas';
import { filledMembers, type UploadForm } from '../body/form.ts';
import { readFields } from '../endpoint/input.ts';

/** Reads the form of a file of executed trades. Errors: `invalid_fields` naming each field that is bad. */
export function readTradeForm(form: UploadForm): SentTrades {
  const fields = readFields(TradeFileForm, filledMembers(form));
  const { file, dry_run: isDryRun = false, date_form: dateForm, ...options } = fields;
  const { name, content } = file;
  return {
    name,
    content,
    digest: hash('sha256', content),
    isDryRun,
    options: { ...options, dateForm },
  };
}
