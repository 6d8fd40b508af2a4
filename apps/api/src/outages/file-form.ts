import { hash } from 'node:crypto';
import type { OutageWindow, SentOutages, UploadMode } from '@solano/domain/assets';
import { FieldProblems, isBefore, parseDay, zoneOf } from '@solano/domain/kernel';
import { OutageFileForm } from '@solano/schemas';
import type { z } from 'zod';
import type { UploadForm } from '../body/form.ts';

const { file: _file, ...FIELDS } = OutageFileForm.shape;

/** Reads the form of an outage file. Errors: `invalid_fields` naming each field that is bad. */
export function readFileForm({ fields, file }: UploadForm): SentOutages {
  const problems = new FieldProblems();
  const read = <N extends keyof typeof FIELDS>(name: N) => {
    const text = fields.get(name)?.trim() || undefined;
    const { data, error } = FIELDS[name].safeParse(text);
    for (const { message } of error?.issues ?? []) problems.add(name, message);
    return data as z.output<(typeof FIELDS)[N]>;
  };

  if (!file) problems.add('file', 'This field is required.');
  const [isDryRun = false, mode = 'add'] = [read('dry_run'), read('mode')];
  const [plant, dateForm, decimal, zone] = [
    read('plant_id'),
    read('date_form'),
    read('decimal'),
    read('zone'),
  ];
  const window = readWindow({ mode, from: read('from'), to: read('to'), zone }, problems);
  if (!file || Object.keys(problems.messages).length > 0) return problems.reject();
  return {
    name: file.name,
    content: file.content,
    digest: hash('sha256', file.content),
    mode,
    isDryRun,
    options: {
      ...(plant !== undefined && { plant }),
      ...(decimal && { decimal }),
      ...(dateForm && { dateForm }),
      ...(zone !== undefined && { zone }),
      ...(window && { window }),
    },
  };
}

interface WindowFields {
  readonly mode: UploadMode;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly zone: string | undefined;
}

/** Returns the window of a replacement: instants, or days on the clock of the zone. */
function readWindow(
  { mode, from, to, zone }: WindowFields,
  problems: FieldProblems,
): OutageWindow | undefined {
  const texts = { from, to };
  const read: { from?: string; to?: string } = {};
  for (const name of ['from', 'to'] as const) {
    const text = texts[name];
    if (mode === 'add') {
      if (text !== undefined) problems.add(name, 'Only with mode=replace.');
    } else if (text === undefined) problems.add(name, 'This field is required.');
    else {
      const instant = parseDay(text, zoneOf(zone ?? 'UTC'));
      if (instant === undefined) problems.add(name, 'Enter an ISO 8601 date or date-time.');
      else read[name] = instant;
    }
  }
  if (read.from === undefined || read.to === undefined) return undefined;
  if (!isBefore(read.from, read.to)) problems.add('to', 'Must be after from.');
  return { from: read.from, to: read.to };
}
