import { hash } from 'node:crypto';
import type { SentMeasurements } from '@solano/domain/energy';
import { ConsumptionFileForm, ProductionFileForm } from '@solano/schemas';
import { filledMembers, type UploadForm } from '../body/form.ts';
import { readFields } from '../endpoint/input.ts';

/** Reads the form of a file of production. Errors: `invalid_fields` naming each field that is bad. */
export function readProductionForm(form: UploadForm): SentMeasurements {
  const { plant_id: name, force, ...fields } = readFields(ProductionFileForm, filledMembers(form));
  return sent(fields, { name, force });
}

/** Reads the form of a file of consumption. Errors: as {@link readProductionForm}. */
export function readConsumptionForm(form: UploadForm, group: string): SentMeasurements {
  return sent(readFields(ConsumptionFileForm, filledMembers(form)), { name: group });
}

type Fields = ReturnType<typeof ConsumptionFileForm.parse>;

function sent(
  { file, dry_run: isDryRun = false, date_form: dateForm, ...options }: Fields,
  own: SentMeasurements['options'],
): SentMeasurements {
  const all = { ...options, ...own, dateForm };
  const said = Object.entries(all).filter(([, value]) => value !== undefined);
  const { name, content } = file;
  const digest = hash('sha256', content);
  return { name, content, digest, isDryRun, options: Object.fromEntries(said) };
}
