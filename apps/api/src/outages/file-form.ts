import { hash } from 'node:crypto';
import type { DateOrder, DecimalMark, OutageWindow, SentFile, UploadMode } from '@solano/domain';
import {
  DATE_ORDERS,
  FieldProblems,
  isBefore,
  isSolanoError,
  parseDay,
  UPLOAD_MODES,
  zoneOf,
} from '@solano/domain';
import type { UploadForm } from '../body/form.ts';

const DECIMALS: Readonly<Record<string, DecimalMark>> = {
  ',': ',',
  '.': '.',
  comma: ',',
  point: '.',
};
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** Reads the form of an outage file. Errors: `invalid_fields` naming each field that is bad. */
export function readFileForm({ fields, file }: UploadForm): SentFile {
  const problems = new FieldProblems();
  const text = (name: string) => fields.get(name)?.trim() || undefined;
  const choice = <T>(name: string, choices: ReadonlyMap<string, T>): T | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (!choices.has(value)) problems.add(name, `"${value}" is not a valid choice.`);
    return choices.get(value);
  };
  const named = <T extends string>(values: readonly T[]) =>
    new Map<string, T>(values.map((value) => [value, value]));

  if (!file) problems.add('file', 'This field is required.');
  const isDryRun = choice('dry_run', new Map(Object.entries(FLAGS))) ?? false;
  const mode: UploadMode = choice('mode', named(UPLOAD_MODES)) ?? 'add';
  const dateForm: DateOrder | undefined = choice('date_form', named(DATE_ORDERS));
  const decimal = choice('decimal', new Map(Object.entries(DECIMALS)));
  const zone = readZone(text('zone'), problems);
  const window = readWindow({ mode, from: text('from'), to: text('to'), zone }, problems);
  if (!file || Object.keys(problems.messages).length > 0) return problems.reject();
  const plant = text('plant_id');
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

function readZone(name: string | undefined, problems: FieldProblems): string | undefined {
  if (name === undefined) return undefined;
  try {
    return zoneOf(name).name;
  } catch (error) {
    if (!isSolanoError(error, 'invalid_request')) throw error;
    problems.add('zone', 'Enter a valid timezone.');
    return undefined;
  }
}

interface WindowFields {
  readonly mode: UploadMode;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly zone: string | undefined;
}

/** The window of a replacement: instants, or days on the clock of the zone. */
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
