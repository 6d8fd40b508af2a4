import { type SubmitDeps, submitPurchase } from '@solano/domain/desk';
import type { ReadSeries, SeriesFileOptions, SeriesFileReading } from '@solano/domain/desk/files';
import { type FileProblem, invalidRequest, problemText } from '@solano/domain/kernel';
import type { Caller } from '@solano/domain/service';
import {
  RetailerSubmissionPath,
  SeriesFileQuery,
  SubmissionPath,
  SubmissionQuery,
  understoodJson,
} from '@solano/schemas';
import { XLSX_TYPE } from '@solano/spreadsheet/formats';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { readBytes, requireReadable } from '../body/bytes.ts';
import { jsonBytes } from '../body/json.ts';
import type { BodyLimit } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpoint, type Input, operation } from '../endpoint/endpoint.ts';
import { content, type HttpResponse, json } from '../http/response.ts';
import { type Read, type Reader, readerRequest } from '../readers/reader-threads.ts';
import { createdPurchase } from './created-purchase.ts';
import { SUBMIT_PURCHASE, SUBMIT_PURCHASE_TO_RETAILER } from './document.ts';
import type { readSubmissionText } from './purchase-text.ts';
import type { readSubmissionFile } from './submission-file.ts';

export const SUBMISSION: Reader<typeof readSubmissionText> = {
  script: new URL('./purchase-text.ts', import.meta.url),
  name: 'readSubmissionText',
  // A series of half a year has about this size.
  largeBytes: 1024 * 1024,
};

const SUBMISSION_FILE: Reader<typeof readSubmissionFile> = {
  script: new URL('./submission-file.ts', import.meta.url),
  name: 'readSubmissionFile',
  isOfFiles: true,
};

export interface SubmitPurchaseDeps extends SubmitDeps {
  readonly read: Read;
  /** Maximum items of a purchase. */
  readonly maxItems: number;
  readonly maxJsonBytes: number;
  /** Maximum bytes of a file. */
  readonly maxUploadBytes: number;
  readonly bodies: BodyLimit;
}

/** A body as it was received, and whether it is a file rather than JSON. */
interface SubmittedBody {
  readonly bytes: Buffer;
  readonly isFile: boolean;
}

type FileQuery = z.output<typeof SeriesFileQuery>;

/** `POST /api/v0/user/<user>/submit-purchase`, the retailer in the path or the query. */
export function submitPurchaseEndpoints(deps: SubmitPurchaseDeps): Endpoint[] {
  const receive = receiveSubmission(deps);

  const submit = async (
    user: string,
    retailer: string,
    { caller, query, body, request }: Input<Caller, unknown, FileQuery, SubmittedBody>,
  ) => {
    const key = request.header('Idempotency-Key');
    const isRepeatable = key !== undefined;
    const { bytes, isFile } = body;
    const input = { bytes, maxItems: deps.maxItems, user, retailer, isRepeatable };
    const order = readerRequest(caller, bytes);
    const read = isFile
      ? await deps.read(SUBMISSION_FILE, { ...input, options: fileOptions(query) }, order)
      : await deps.read(SUBMISSION, withoutOptions(input, query), order);
    if ('understood' in read && query.dry_run) return dryRun(read);
    if ('problems' in read) return badFile(read.problems);
    const purchase = await submitPurchase(deps, {
      customerId: caller.customer.id,
      user,
      retailer,
      ...read,
      author: auditSource({ caller, request }),
      ...(isRepeatable && { idempotencyKey: key }),
    });
    return createdPurchase(purchase);
  };

  const shared = {
    failure: { error: 'Internal server error while creating purchase.' },
  };
  return [
    endpoint({
      ...shared,
      paths: ['/api/v0/user/{:user}/submit-purchase'],
      methods: {
        post: operation({
          scopes: ['purchases'],
          params: SubmissionPath,
          query: SubmissionQuery,
          receive,
          handle: (input) => submit(input.params.user, input.query.retailer_id, input),
          metadata: SUBMIT_PURCHASE,
        }),
      },
    }),
    endpoint({
      ...shared,
      paths: ['/api/v0/user/{:user}/submit-purchase/:retailer_id'],
      methods: {
        post: operation({
          scopes: ['purchases'],
          params: RetailerSubmissionPath,
          query: SeriesFileQuery,
          receive,
          handle: (input) => submit(input.params.user, input.params.retailer_id, input),
          metadata: SUBMIT_PURCHASE_TO_RETAILER,
        }),
      },
    }),
  ];
}

const FILE_TYPES = ['text/csv', XLSX_TYPE];

/** Receives JSON, CSV or .xlsx within its limits. Errors: 413, 415, `overloaded`, `invalid_request`. */
function receiveSubmission({ maxJsonBytes, maxUploadBytes, bodies }: SubmitPurchaseDeps) {
  const receiveJson = jsonBytes({ maxBytes: () => maxJsonBytes, bodies });
  return async (req: Request, res: Response, caller: Caller): Promise<SubmittedBody> => {
    const isFile = typeof req.is(FILE_TYPES) === 'string';
    if (!isFile) return { bytes: await receiveJson(req, res, caller), isFile };
    requireReadable(req, false);
    const { count } = bodies.open(req, res, caller);
    return { bytes: await readBytes(req, maxUploadBytes, ({ length }) => count(length)), isFile };
  };
}

function fileOptions({ labels, zone, decimal, date_form: dateForm }: FileQuery): SeriesFileOptions {
  return { labels, zone, decimal, dateForm };
}

/** Labels of JSON are ends in Madrid: parameters that say otherwise are rejected. */
function withoutOptions<T>(input: T, query: FileQuery): T {
  const { labels = 'end', zone = 'Europe/Madrid', dry_run: isDryRun } = query;
  const [name] = [
    ...(isDryRun ? ['dry_run'] : []),
    ...(labels === 'end' ? [] : ['labels']),
    ...(zone === 'Europe/Madrid' ? [] : ['zone']),
  ];
  if (name === undefined) return input;
  throw invalidRequest(`Parameter '${name}' is for CSV and .xlsx.`);
}

/** Responds to a dry run with the parsed file; its series, which may be long, is JSON already. */
function dryRun({ understood, total, ...read }: SeriesFileReading): HttpResponse {
  const [rows, problems, series, delivery] =
    'problems' in read
      ? [[], read.problems, '[]', null]
      : [read.preview, [], read.series, deliveryJson(read)];
  const file = { understood: understood && understoodJson(understood), rows, total, problems };
  const found = { ...file, delivery };
  const text = `${JSON.stringify(found).slice(0, -1)},"series":${series}}`;
  return content('application/json', text);
}

function deliveryJson({ deliversFrom, deliversTo, delivery }: ReadSeries) {
  return {
    start_utc: deliversFrom.toISOString(),
    end_utc: deliversTo.toISOString(),
    step_minutes: delivery.stepMinutes,
    missing_minutes: delivery.missingMinutes,
    mwh: delivery.mwh,
    days: delivery.days,
  };
}

/** Returns the first problem as text, and all of them by cell. */
function badFile(problems: readonly FileProblem[]) {
  const [first] = problems;
  return json({ error: first ? problemText(first) : '', problems }, { status: 400 });
}
