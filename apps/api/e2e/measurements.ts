import type { TestResponse, TestService } from './service.ts';

/** A file of a form, and the fields beside it. */
export interface SentFile {
  readonly content: Buffer | string;
  readonly fields?: Record<string, string>;
  readonly name?: string;
  readonly type?: string;
}

/** Sends a form with a file. */
export function sendFile(
  service: TestService,
  path: string,
  { content, fields = {}, name = 'medidas.csv', type = 'text/csv' }: SentFile,
  key?: string,
): Promise<TestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  return service.call('POST', path, { body: form, ...(key !== undefined && { key }) });
}

/** The values of a list by the ends of their periods. */
export async function valuesOf(
  service: TestService,
  path: string,
  key: string,
): Promise<Record<string, number>> {
  const { status, json, text } = await service.call('GET', path, { key });
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  const rows = json as { readonly end_utc: string; readonly mw: number }[];
  return Object.fromEntries(rows.map(({ end_utc: end, mw }) => [end.slice(0, 16), mw]));
}
