import {
  type MeasurementFileReader,
  type MeasurementUpload,
  type MeasurementUploadDeps,
  openMeasurementUpload,
  type SentMeasurements,
  takeBackUpload,
  type UploadFilter,
  uploadMeasurements,
} from '@solano/domain/energy';
import type { Caller } from '@solano/domain/service';
import { measurementReadingJson } from '@solano/schemas';
import type { Request, Response } from 'express';
import { jsonBytes } from '../body/json.ts';
import type { UploadFormDeps } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import type { Input } from '../endpoint/endpoint.ts';
import { storedFile } from '../http/file-response.ts';
import { type HttpResponse, json, NO_CONTENT } from '../http/response.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { list } from '../records/list.ts';
import type { readMeasurementFile } from './measurement-text.ts';

const MEASUREMENTS: Reader<typeof readMeasurementFile> = {
  script: new URL('./measurement-text.ts', import.meta.url),
  name: 'readMeasurementFile',
  isOfFiles: true,
};

export interface MeasurementRoutesDeps extends MeasurementUploadDeps {
  readonly read: Read;
  /** Limits of files of measured energy, and of values of it in JSON. */
  readonly measurementBodies: UploadFormDeps;
}

/** Files of one customer are read one after the other: a million values take a thread seconds. */
const LIMITS = { maxConcurrent: 2, maxPerCaller: 1, maxWaitMs: 30_000 };

export function measurementQueue(): FairQueue {
  return new FairQueue(LIMITS);
}

/** Receives values in JSON, within the limits of files. */
export function receiveValues({ measurementBodies: limits }: MeasurementRoutesDeps) {
  return (req: Request, res: Response, caller: Caller): Promise<Buffer> => {
    const { maxUploadBytes, bodies } = limits;
    return jsonBytes<Caller>({ maxBytes: () => maxUploadBytes, bodies })(req, res, caller);
  };
}

/** Reads files of a caller in a thread. */
export function fileReader(
  { read }: { readonly read: Read },
  caller: Caller,
): MeasurementFileReader['readFile'] {
  return (content, owners, options, now) =>
    read(MEASUREMENTS, { content, owners, options, now }, readerRequest(caller, content));
}

/** What is the same of production and consumption in a request. */
export type MeasurementRequest = Pick<
  Input<Caller, unknown, unknown, unknown>,
  'caller' | 'request'
>;

const REPEATED = 'This file was uploaded before: nothing was recorded.';

/** Responds to a file: reads it in a thread, and records its values. */
export async function respondToFile(
  deps: MeasurementRoutesDeps,
  queue: FairQueue,
  { caller, request }: MeasurementRequest,
  target: UploadFilter,
  file: SentMeasurements,
): Promise<HttpResponse> {
  const readFile = fileReader(deps, caller);
  const source = auditSource({ caller, request });
  const { customer } = caller;
  const outcome = await queue.run(customer.id, () =>
    uploadMeasurements({ ...deps, readFile }, source, customer, target, file),
  );
  if (outcome.kind === 'read') {
    return json(measurementReadingJson(outcome.reading), { status: file.isDryRun ? 200 : 400 });
  }
  const { id, rows, series, from, to } = outcome.upload;
  const recorded = { id, rows, series, from, to };
  if (outcome.kind === 'repeated') return json({ ...recorded, message: REPEATED });
  const { replaced, warnings } = outcome;
  return json({ ...recorded, replaced, warnings }, { status: 201 });
}

/** Responds with the uploads, newest first: all of them, or a page. */
export async function respondWithUploads(
  { measurementUploads: uploads }: MeasurementRoutesDeps,
  { caller }: MeasurementRequest,
  target: UploadFilter,
  { limit, offset }: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): Promise<HttpResponse> {
  const { id } = caller.customer;
  const isPaged = limit !== undefined || offset !== undefined;
  const headers = isPaged ? { 'X-Total-Count': String(await uploads.count(id, target)) } : {};
  const page = { offset: offset ?? 0, ...(limit !== undefined && { limit }) };
  return list(uploads.list(id, target, page), uploadJson, headers);
}

function uploadJson({ id, series, fileName, rows, from, to, uploadedAt, by }: MeasurementUpload) {
  return { id, series, file_name: fileName, rows, from, to, uploaded_at: uploadedAt, by };
}

/** Responds with the file of an upload as it was received. */
export async function respondWithFile(
  deps: MeasurementRoutesDeps,
  { caller }: MeasurementRequest,
  target: UploadFilter,
  id: string,
): Promise<HttpResponse> {
  const { upload, file } = await openMeasurementUpload(deps, caller.customer.id, target, id);
  return storedFile(file, upload.fileName);
}

/** Takes an upload back. */
export async function respondToRemoval(
  deps: MeasurementRoutesDeps,
  input: MeasurementRequest,
  target: UploadFilter,
  id: string,
): Promise<HttpResponse> {
  await takeBackUpload(deps, auditSource(input), input.caller.customer.id, target, id);
  return NO_CONTENT;
}
