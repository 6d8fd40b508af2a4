import type { UploadConflict } from '@solano/domain/assets';
import type { Clock, ObjectStore } from '@solano/domain/kernel';
import {
  type Caller,
  type FileDelivery,
  type FileOutcome,
  openUpload,
  type RecordedFile,
  type Scope,
  takeBackUpload,
  type UploadKind,
  type Uploads,
} from '@solano/domain/service';
import { UploadPath, UploadsQuery } from '@solano/schemas';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { UploadForm } from '../body/form.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, type Input, NOTHING, operation } from '../endpoint/endpoint.ts';
import type { OperationMetadata } from '../endpoint/operation.ts';
import { storedFile } from '../http/file-response.ts';
import { type HttpResponse, json, NO_CONTENT } from '../http/response.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import { list, type PageQuery, pageHeaders, requestedPage } from '../records/list.ts';

export interface FileEndpointDeps {
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
  readonly clock: Clock;
  /** For what takes a moment: small files of one customer, and taking files back, one after the other. */
  readonly fileQueue: FairQueue;
}

type Parameters<T> = z.ZodObject & z.ZodType<T>;

/** The parameters of the requests for files of a kind. */
interface FileParameters<Params, Query> {
  readonly params: Parameters<Params>;
  readonly uploadParams: Parameters<Params & { readonly id: string }>;
  readonly query: Parameters<Query>;
  readonly fileQuery: Parameters<Query & { readonly group?: string }>;
  readonly listQuery: Parameters<Query & PageQuery>;
  readonly removalQuery: Parameters<Query & { readonly force?: boolean }>;
}

/** The parameters of files that are the customer's own. */
export const OF_CUSTOMER: FileParameters<object, object> = {
  params: NOTHING,
  uploadParams: UploadPath,
  query: NOTHING,
  fileQuery: NOTHING,
  listQuery: UploadsQuery,
  removalQuery: NOTHING,
};

/** A kind of file that customers upload. */
export interface FileKind<Params, Query, File, Reading, Upload extends RecordedFile> {
  readonly name: UploadKind;
  /** The path below which its files and uploads are. */
  readonly path: string;
  /** The scope of keys that upload it; those that may read see what was uploaded. */
  readonly scope: Scope;
  readonly parameters: FileParameters<Params, Query>;
  readonly metadata: Readonly<Record<'files' | 'uploads' | 'file' | 'removal', OperationMetadata>>;
  /** In which files of one customer are read and recorded one after the other. */
  readonly queue: FairQueue;
  receive(req: Request, res: Response, caller: Caller): Promise<UploadForm>;
  /** Errors: `invalid_fields` naming each field that is bad. */
  readForm(form: UploadForm, query: Query & { readonly group?: string }): File;
  /** Uploads a file, which is read in a thread. */
  upload(
    delivery: FileDelivery<File>,
    input: FileInput<Params, Query>,
  ): Promise<FileOutcome<Reading, Upload>>;
  uploads(input: FileInput<Params, Query>): Uploads<Upload, UploadConflict>;
  readonly json: {
    /** A file that was read. */
    readonly reading: (reading: Reading) => object;
    /** An upload that was just recorded, or before. */
    readonly recorded: (upload: Upload) => object;
    /** What is said besides of a file that was just recorded. */
    readonly warnings?: (reading: Reading) => object;
    /** An upload in a list. */
    readonly listed: (upload: Upload) => object;
  };
}

type FileInput<Params, Query> = Pick<
  Input<Caller, Params, Query, unknown>,
  'caller' | 'params' | 'query'
>;

/** The message of a file that came before. */
const REPEATED = 'This file was uploaded before: nothing was recorded.';
const CHANGED = 'Rows of the upload were changed since: nothing was deleted.';

/** Files of a kind: they are uploaded, listed, downloaded and taken back. */
export function fileEndpoints<
  Params,
  Query,
  File extends { readonly isDryRun: boolean },
  Reading,
  Upload extends RecordedFile,
>(
  { objects, clock, fileQueue }: FileEndpointDeps,
  kind: FileKind<Params, Query, File, Reading, Upload>,
): Endpoint[] {
  const { path, parameters, metadata } = kind;
  const { params, query, uploadParams } = parameters;
  const writing = [kind.scope];
  const reading: Scope[] = ['read', kind.scope];
  const post = operation({
    scopes: writing,
    params,
    query: parameters.fileQuery,
    receive: (req, res, caller: Caller) => kind.receive(req, res, caller),
    async handle(input) {
      const { customer } = input.caller;
      const file = kind.readForm(input.body, input.query);
      const delivery = { source: auditSource(input), customer, file };
      const outcome = await input.inTurn(kind.queue, customer.id, () =>
        kind.upload(delivery, input),
      );
      return outcomeResponse(kind, outcome, file.isDryRun);
    },
    metadata: metadata.files,
  });
  const uploads = operation({
    scopes: reading,
    params,
    query: parameters.listQuery,
    async handle(input) {
      const { id } = input.caller.customer;
      const listed = kind.uploads(input);
      const rows = listed.list(id, requestedPage(input.query));
      const total = async () => ({ count: await listed.count(id) });
      const headers = await pageHeaders('uploads', input.request, input.query, rows, total);
      return list(rows, kind.json.listed, headers);
    },
    metadata: metadata.uploads,
  });
  const get = operation({
    scopes: reading,
    params: uploadParams,
    query,
    async handle(input) {
      const { caller, params: of } = input;
      const { upload, file } = await openUpload(
        objects,
        kind.uploads(input),
        caller.customer.id,
        of.id,
      );
      return storedFile(file, upload.fileName);
    },
    metadata: metadata.file,
  });
  const removal = operation({
    scopes: writing,
    params: uploadParams,
    query: parameters.removalQuery,
    async handle(input) {
      const { id } = input.params;
      const { force = false } = input.query;
      const customerId = input.caller.customer.id;
      const taking = { source: auditSource(input), customerId, id, force };
      const conflicts = await input.inTurn(fileQueue, customerId, () =>
        takeBackUpload({ clock }, kind.name, kind.uploads(input), taking),
      );
      return conflicts.length === 0 ? NO_CONTENT : conflictResponse(conflicts);
    },
    metadata: metadata.removal,
  });
  return [
    endpoint({ paths: [`${path}/files`], methods: { post } }),
    endpoint({ paths: [`${path}/uploads`], methods: { get: uploads } }),
    endpoint({ paths: [`${path}/uploads/:id/file`], methods: { get } }),
    endpoint({ paths: [`${path}/uploads/:id`], methods: { delete: removal } }),
  ];
}

function outcomeResponse<Reading, Upload extends RecordedFile>(
  { json: toJson }: Pick<FileKind<never, never, never, Reading, Upload>, 'json'>,
  outcome: FileOutcome<Reading, Upload>,
  isDryRun: boolean,
): HttpResponse {
  if (outcome.kind === 'read') {
    return json(toJson.reading(outcome.reading), { status: isDryRun ? 200 : 400 });
  }
  const recorded = { id: outcome.upload.id, ...toJson.recorded(outcome.upload) };
  if (outcome.kind === 'repeated') return json({ ...recorded, message: REPEATED });
  const { replaced, reading } = outcome;
  return json({ ...recorded, replaced, ...toJson.warnings?.(reading) }, { status: 201 });
}

function conflictResponse(conflicts: readonly UploadConflict[]): HttpResponse {
  const rows = conflicts.map(({ id, plantName, start, end, availabilityType }) => ({
    id,
    plant_id: plantName,
    start_time_utc: start,
    end_time_utc: end,
    availability_type: availabilityType,
  }));
  return json({ detail: CHANGED, rows }, { status: 409 });
}
