import type { paths } from '@solano/client';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import type { Days } from '../time/days.ts';
import type { FileReading } from '../uploads/file-check.ts';
import { uploadForm } from '../uploads/upload-form.ts';
import type { FileWarning } from './warning-text.ts';

type Uploads =
  paths['/api/v0/production/uploads']['get']['responses'][200]['content']['application/json'];

/** A file of measured energy that was uploaded. */
export type MeasurementUpload = Uploads[number];

/** The mean power of a period. */
export interface MeasuredPeriod {
  readonly start_utc: string;
  readonly end_utc: string;
  readonly mw: number;
}

export interface GroupPeriod extends MeasuredPeriod {
  readonly group: string;
}

/** What a file is of: the production of plants, or the consumption of a user and a retailer. */
export type Subject =
  | { readonly kind: 'production' }
  | { readonly kind: 'consumption'; readonly user: string; readonly retailer: string };

/** Options for reading a file; empty texts are left out. */
export interface MeasurementOptions {
  readonly plant_id: string;
  readonly group: string;
  readonly unit: string;
  readonly labels: string;
  readonly zone: string;
  readonly date_form: string;
  readonly decimal: string;
  readonly force: string;
}

/** A value as a file would record it. */
export interface MeasuredRow {
  readonly series: string;
  readonly start_utc: string;
  readonly end_utc: string;
  readonly mw: number;
}

export interface MeasurementReading extends FileReading {
  readonly warnings: readonly string[];
  /** Undefined: the release before does not say. */
  readonly warning_reasons?: readonly FileWarning[];
}

/** A recorded file; with a message if it was recorded before. */
interface Recorded {
  readonly id: string;
  readonly rows: number;
  readonly replaced?: number;
  readonly message?: string;
}

const CONSUMPTION = '/api/v0/user/{user}/consumption';

/** Uploads that are listed at first, and with each request for older ones. */
export const UPLOADS_OF_A_PAGE = 200;

export function useMeasurementUploads(subject: Subject, limit: number): Query<Uploads> {
  const key = `${subject.kind} uploads ${JSON.stringify({ ...subject, limit })}`;
  return useQuery(key, () => {
    if (subject.kind === 'production')
      return dataOf(api.GET('/api/v0/production/uploads', { params: { query: { limit } } }));
    const { user, retailer } = subject;
    const params = { path: { user }, query: { retailer_id: retailer, limit } };
    return dataOf(api.GET(`${CONSUMPTION}/uploads`, { params }));
  });
}

/** The path of an uploaded file below `/api/v0/`. */
export function filePath(subject: Subject, id: string): string {
  if (subject.kind === 'production') return `production/uploads/${id}/file`;
  const query = new URLSearchParams({ retailer_id: subject.retailer });
  return `user/${encodeURIComponent(subject.user)}/consumption/uploads/${id}/file?${query.toString()}`;
}

export function dryRun(
  subject: Subject,
  file: File,
  options: MeasurementOptions,
): Promise<MeasurementReading> {
  const form = formOf(file, options);
  form.append('dry_run', 'true');
  return send(subject, form, file, options) as Promise<MeasurementReading>;
}

export async function upload(
  subject: Subject,
  file: File,
  options: MeasurementOptions,
): Promise<Recorded> {
  const stored = (await send(subject, formOf(file, options), file, options)) as Recorded;
  invalidateMeasured(subject);
  return stored;
}

export async function takeBack(subject: Subject, id: string): Promise<void> {
  if (subject.kind === 'production')
    await dataOf(api.DELETE('/api/v0/production/uploads/{id}', { params: { path: { id } } }));
  else {
    const { user, retailer } = subject;
    const params = { path: { user, id }, query: { retailer_id: retailer } };
    await dataOf(api.DELETE(`${CONSUMPTION}/uploads/{id}`, { params }));
  }
  invalidateMeasured(subject);
}

/** The production of a plant in some Madrid days. */
export function useProduction(
  plantName: string,
  days: Days,
  resolution: 15 | 60,
): Query<MeasuredPeriod[]> {
  const query = { plant_id: [plantName], ...days, resolution };
  return useQuery(`production ${JSON.stringify(query)}`, () =>
    dataOf(api.GET('/api/v0/production/', { params: { query } })),
  );
}

/** The consumption of a user and a retailer in some Madrid days, by group. */
export function useConsumption(
  { user, retailer }: { readonly user: string; readonly retailer: string },
  days: Days,
  resolution: 15 | 60,
): Query<GroupPeriod[]> {
  const query = { retailer_id: retailer, ...days, resolution };
  return useQuery(`consumption ${JSON.stringify({ user, ...query })}`, () =>
    dataOf(api.GET(`${CONSUMPTION}/`, { params: { path: { user }, query } })),
  );
}

function invalidateMeasured({ kind }: Subject): void {
  invalidate(kind);
  if (kind === 'production') invalidate('score');
}

/** Sends a form in place of the JSON that the client would write. */
function send(subject: Subject, form: FormData, file: File, { group }: MeasurementOptions) {
  const request = { body: { file: file.name }, bodySerializer: () => form };
  if (subject.kind === 'production') return dataOf(api.POST('/api/v0/production/files', request));
  const { user, retailer } = subject;
  const query = { retailer_id: retailer, ...(group !== '' && { group }) };
  return dataOf(
    api.POST(`${CONSUMPTION}/files`, { ...request, params: { path: { user }, query } }),
  );
}

/** The group is named in the address. */
function formOf(file: File, { group: _group, ...fields }: MeasurementOptions): FormData {
  return uploadForm(file, fields);
}
