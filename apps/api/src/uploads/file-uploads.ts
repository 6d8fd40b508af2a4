import type { Clock } from '@solano/domain/kernel';
import {
  type Caller,
  type FileUpload,
  type FileUploadStores,
  openFileUpload,
  takeBackFileUpload,
  type UploadFilter,
} from '@solano/domain/service';
import type { Request, Response } from 'express';
import { jsonBytes } from '../body/json.ts';
import type { UploadFormDeps } from '../body/upload-form.ts';
import { auditSource } from '../endpoint/audit.ts';
import type { Input } from '../endpoint/endpoint.ts';
import { storedFile } from '../http/file-response.ts';
import { type HttpResponse, NO_CONTENT } from '../http/response.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import { list, type PageQuery, pageHeaders, requestedPage } from '../records/list.ts';

/** What the routes of every kind of file of periods need. */
export interface FileRoutesDeps extends FileUploadStores {
  readonly clock: Clock;
  /** Limits of files of periods, and of their values in JSON. */
  readonly seriesBodies: UploadFormDeps;
}

/** Files of one customer are read one after the other: a million values take a thread seconds. */
const LIMITS = { maxConcurrent: 2, maxPerCaller: 1, maxWaitMs: 30_000 };

export function fileQueue(): FairQueue {
  return new FairQueue(LIMITS);
}

/** Receives values in JSON, within the limits of files. */
export function receiveValues({ seriesBodies: limits }: FileRoutesDeps) {
  return (req: Request, res: Response, caller: Caller): Promise<Buffer> => {
    const { maxUploadBytes, bodies } = limits;
    return jsonBytes<Caller>({ maxBytes: () => maxUploadBytes, bodies })(req, res, caller);
  };
}

/** What is the same of all kinds in a request. */
export type FileRequest = Pick<Input<Caller, unknown, unknown, unknown>, 'caller' | 'request'>;

/** The message of a file that came before. */
export const REPEATED = 'This file was uploaded before: nothing was recorded.';

/** Responds with the uploads, newest first: all of them, or a page. */
export async function respondWithUploads(
  { fileUploads: uploads }: FileRoutesDeps,
  { caller, request }: FileRequest,
  target: UploadFilter,
  query: PageQuery,
): Promise<HttpResponse> {
  const { id } = caller.customer;
  const rows = uploads.list(id, target, requestedPage(query));
  const total = async () => ({ count: await uploads.count(id, target) });
  return list(rows, uploadJson, await pageHeaders('uploads', request, query, rows, total));
}

function uploadJson({ id, kind, series, fileName, rows, from, to, uploadedAt, by }: FileUpload) {
  const named = kind === 'trades' ? { sessions: series } : { series };
  return { id, ...named, file_name: fileName, rows, from, to, uploaded_at: uploadedAt, by };
}

/** Responds with the file of an upload as it was received. */
export async function respondWithFile(
  deps: FileRoutesDeps,
  { caller }: FileRequest,
  target: UploadFilter,
  id: string,
): Promise<HttpResponse> {
  const { upload, file } = await openFileUpload(deps, caller.customer.id, target, id);
  return storedFile(file, upload.fileName);
}

/** Takes an upload back. */
export async function respondToRemoval(
  deps: FileRoutesDeps,
  input: FileRequest,
  target: UploadFilter,
  id: string,
): Promise<HttpResponse> {
  await takeBackFileUpload(deps, auditSource(input), input.caller.customer.id, target, id);
  return NO_CONTENT;
}
