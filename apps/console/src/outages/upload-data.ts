import type { paths } from '@solano/client';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { type Query, useQuery } from '../api/query.ts';
import { addDays } from '../time/zone.ts';
import type { FileReading } from '../uploads/file-check.ts';
import { uploadForm } from '../uploads/upload-form.ts';

type Uploads =
  paths['/api/v0/outages/uploads']['get']['responses'][200]['content']['application/json'];
export const OUTAGE_TYPES = ['UNAVAILABILITY', 'CURTAILMENT', 'OTHER'] as const;

/** A file of outages as the service reads it. */
export interface OutageReading extends FileReading {
  /** From the first start to the last end; null where no row is good. */
  readonly period: { readonly from: string; readonly to: string } | null;
}

/** A recorded file; with a message it had been recorded before, and nothing was now. */
interface Recorded {
  readonly id: string;
  readonly rows: number;
  readonly plants: readonly string[];
  readonly message?: string;
}

/** Options for reading and storing a file; empty texts are left out. */
export interface UploadOptions {
  readonly plant_id: string;
  readonly date_form: string;
  readonly decimal: string;
  readonly zone: string;
  readonly mode: 'add' | 'replace';
  readonly from: string;
  readonly to: string;
}

export function useUploads(): Query<Uploads> {
  return useQuery('uploads', () => dataOf(api.GET('/api/v0/outages/uploads')));
}

export function dryRun(file: File, options: UploadOptions): Promise<OutageReading> {
  const form = formOf(file, options);
  form.append('dry_run', 'true');
  return send(file, form) as Promise<OutageReading>;
}

/** Sends a form in place of the JSON that the client would write. */
function send(file: File, form: FormData) {
  const body = { file: file.name };
  return dataOf(api.POST('/api/v0/outages/files', { body, bodySerializer: () => form }));
}

export async function upload(file: File, options: UploadOptions): Promise<Recorded> {
  const stored = (await send(file, formOf(file, options))) as Recorded;
  invalidate('outages');
  invalidate('uploads');
  return stored;
}

/** Undoes an upload; `force` leaves rows alone that were changed since. */
export async function deleteUpload(id: string, force = false): Promise<void> {
  const query = { force: force ? 'true' : 'false' } as const;
  const params = { path: { id }, query };
  await dataOf(api.DELETE('/api/v0/outages/uploads/{id}', { params }));
  invalidate('outages');
  invalidate('uploads');
}

function formOf(file: File, options: UploadOptions): FormData {
  // The end is exclusive for the service; here it is the last day.
  const to = options.to && addDays(options.to, 1);
  return uploadForm(file, { ...options, to });
}
