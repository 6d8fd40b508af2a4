import type { OutageUploadDeps } from '@solano/domain';
import {
  FieldProblems,
  isSolanoError,
  OUTAGE_TEMPLATE,
  requireOutageUploads,
  requireScope,
  SolanoError,
  uploadOutages,
  uploadPlantOutages,
} from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import type { AuditDeps } from '../http/audit.ts';
import { recordChange } from '../http/audit.ts';
import type { AuthenticationDeps } from '../http/authentication.ts';
import { identify } from '../http/authentication.ts';
import type { BodyLimit, CountBytes } from '../http/body-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { saveAs } from '../http/file-answer.ts';
import type { SeeField, UploadedFile, UploadForm } from '../http/form.ts';
import { isForm, readForm } from '../http/form.ts';
import { customerOf, formOf, stateOf } from '../http/state.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import type { Read } from '../readers/reader-threads.ts';
import { orderOf } from '../readers/reader-threads.ts';
import { OUTAGES_TEMPLATE, UPLOAD_OUTAGES, UPLOAD_OUTAGES_BY_TOKEN } from './document.ts';
import { outageRows } from './outage-text.ts';

export interface OutageRoutesDeps
  extends Omit<OutageUploadDeps, 'readOutages'>,
    AuthenticationDeps,
    AuditDeps {
  readonly identify: RequestHandler;
  readonly read: Read;
  /** The token that simulates an upload. */
  readonly testingToken: string;
  /** Bytes of a file. */
  readonly mostUploadBytes: number;
  readonly bodies: BodyLimit;
  readonly work: WorkLimit;
}

/** Bytes that may come in front of a token without being counted. */
const MOST_BEFORE_TOKEN = 16_384;
const CSV_TYPES = ['text/csv', 'application/csv'];
const REQUIRED = 'This field is required.';

/** The uploads of outage files, by bearer key and by token field, and the template of a file. */
export function outageEndpoints(deps: OutageRoutesDeps): Endpoint[] {
  const most = deps.mostUploadBytes;
  const uploading = (res: Response): OutageUploadDeps => ({
    ...deps,
    async readOutages(content, plants) {
      return outageRows(await deps.read('outages', { content, plants }, orderOf(res, content)));
    },
  });

  const receive: RequestHandler = async (req, res, next) => {
    requireOutageUploads(deps.enabled, customerOf(res));
    if (!isForm(req)) return unsupported(req, res);
    stateOf(res).form = await readPlantForm(req, most, deps.bodies.open(req, res));
    next();
  };

  const upload: RequestHandler = async (_req, res) => {
    const { plant, file } = requirePlantForm(formOf(res));
    const rows = await uploadPlantOutages(uploading(res), customerOf(res), plant, file.content);
    await recordChange(deps, res, 'outages.upload', plant);
    res.status(201).json({ message: `Outages CSV stored: ${counted(rows)}.` });
  };

  const receiveToken: RequestHandler = async (req, res, next) => {
    let isFirst = true;
    const see: SeeField = async (name, value) => {
      if (name !== 'token' || !isFirst) return;
      isFirst = false;
      // Anybody may know the testing token.
      if (value === deps.testingToken) await deps.rateLimit.countAddress('credentials', req, res);
      else await identifyBy(value)(req, res, () => {});
    };
    const count = onceKnown(res, deps.bodies.open(req, res));
    const form = isForm(req) ? await readTokenForm(req, most, count, see) : EMPTY;
    // Without a token it is an empty one.
    await see('token', '');
    stateOf(res).form = form;
    next();
  };

  const identifyBy = (token: string): RequestHandler =>
    deps.work.guard(async (req, res) => {
      await identify(deps, req, res, `Bearer ${token}`).catch((cause: unknown) =>
        refuseToken(deps, req, res, cause),
      );
    });

  const uploadByToken: RequestHandler = async (_req, res) => {
    const form = formOf(res);
    const { caller } = stateOf(res);
    if (!caller) {
      const message =
        'File received with a testing token: upload simulated, nothing was processed.';
      res.json({ message });
      return;
    }
    const { customer, key } = caller;
    requireScope(key, ['uploads']);
    requireOutageUploads(deps.enabled, customer);
    const file = form.file ?? refuseForm('file is required');
    const [problem] = fileProblems(file);
    if (problem !== undefined) refuseForm(problem);
    const rows = await uploadOutages(uploading(res), customer, file.content);
    await recordChange(deps, res, 'outages.upload', 'all plants');
    res.json({ message: `File uploaded: ${counted(rows)}.` });
  };

  const template: RequestHandler = (_req, res) => {
    saveAs(res, 'outages.csv');
    res.type('text/csv').send(OUTAGE_TEMPLATE);
  };

  return [
    {
      paths: ['/api/v0/outages/upload'],
      unauthenticated: 401,
      failure: { detail: 'Internal server error.' },
      identify: deps.identify,
      methods: {
        post: { scopes: ['uploads'], before: [receive], handle: upload, about: UPLOAD_OUTAGES },
      },
    },
    {
      paths: ['/api/v0/outages'],
      unauthenticated: 401,
      failure: { error: 'Internal server error.' },
      messageKey: 'error',
      // The token is in the form: whoever reads that identifies the caller.
      identify: (_req, _res, next) => next(),
      methods: {
        post: {
          scopes: ['uploads'],
          before: [receiveToken],
          handle: uploadByToken,
          about: UPLOAD_OUTAGES_BY_TOKEN,
        },
      },
    },
    {
      paths: ['/api/v0/outages/template.csv'],
      unauthenticated: 401,
      failure: { detail: 'Internal server error.' },
      identify: deps.identify,
      methods: {
        get: { scopes: ['read', 'uploads'], handle: template, about: OUTAGES_TEMPLATE },
      },
    },
  ];
}

function counted(rows: number): string {
  return rows === 1 ? '1 row' : `${rows} rows`;
}

const EMPTY: UploadForm = { fields: new Map(), file: undefined };

function unsupported(req: Request, res: Response): void {
  const type = req.headers['content-type'] ?? '';
  res.status(415).json({ detail: `Unsupported media type "${type}" in request.` });
}

/**
 * Holds the count back at the beginning of a form: the first bytes of a key's upload are not to be
 * refused because strangers have taken what there is for them.
 */
function onceKnown(res: Response, count: CountBytes): CountBytes {
  let waiting = 0;
  return (bytes) => {
    waiting += bytes;
    if (!stateOf(res).caller && waiting <= MOST_BEFORE_TOKEN) return;
    count(waiting);
    waiting = 0;
  };
}

/** The form of the token upload. */
async function readTokenForm(
  req: Request,
  most: number,
  count: CountBytes,
  see: SeeField,
): Promise<UploadForm> {
  try {
    return await readForm(req, most, count, see);
  } catch (error) {
    if (!isSolanoError(error, 'form_malformed')) throw error;
    return refuseForm('the form cannot be read');
  }
}

/** The form of the bearer upload: what is wrong with it is told by field. */
async function readPlantForm(req: Request, most: number, count: CountBytes): Promise<UploadForm> {
  try {
    return await readForm(req, most, count);
  } catch (error) {
    if (!isSolanoError(error, 'form_malformed')) throw error;
    return new FieldProblems().add('file', error.message).refuse();
  }
}

/** The fields of the bearer upload. Errors: `invalid_fields` naming each that is bad. */
function requirePlantForm({ fields, file }: UploadForm): { plant: string; file: UploadedFile } {
  const problems = new FieldProblems();
  const plant = fields.get('plant_id');
  if (plant === undefined) problems.add('plant_id', REQUIRED);
  else if (plant.trim() === '') problems.add('plant_id', 'This field may not be blank.');
  if (!file) problems.add('file', REQUIRED);
  else for (const problem of fileProblems(file)) problems.add('file', problem);
  if (Object.keys(problems.messages).length > 0 || plant === undefined || !file) {
    return problems.refuse();
  }
  return { plant, file };
}

function fileProblems({ name, contentType }: UploadedFile): string[] {
  const problems: string[] = [];
  if (!name.toLowerCase().endsWith('.csv')) problems.push('The file name must end in .csv.');
  if (!CSV_TYPES.includes(contentType)) {
    problems.push(`The content type must be ${CSV_TYPES.join(' or ')}.`);
  }
  return problems;
}

/** No token counts as a bad one. Errors: `credentials_invalid`, `throttled`, and any other cause. */
async function refuseToken(
  { rateLimit }: AuthenticationDeps,
  req: Request,
  res: Response,
  cause: unknown,
): Promise<never> {
  const isMissing = isSolanoError(cause, 'credentials_missing');
  if (isMissing) await rateLimit.countAddress('credentials', req, res);
  if (!isMissing && !isSolanoError(cause, 'credentials_invalid')) throw cause;
  throw new SolanoError('credentials_invalid', 'Invalid or missing token.', { cause });
}

function refuseForm(what: string): never {
  const message = `Invalid file format or missing required fields: ${what}`;
  throw new SolanoError('invalid_request', message);
}
