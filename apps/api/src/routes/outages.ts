import type { KeyStore, OutageUploadDeps, Secrets } from '@solano/domain';
import {
  authenticate,
  FieldProblems,
  isSolanoError,
  OUTAGE_TEMPLATE_COLUMNS,
  requireOutageUploads,
  SolanoError,
  uploadOutages,
  uploadPlantOutages,
} from '@solano/domain';
import type { Request, RequestHandler, Response } from 'express';
import { csvLine } from '../http/csv-line.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { saveAs } from '../http/file-answer.ts';
import type { UploadedFile, UploadForm } from '../http/form.ts';
import { isForm, readForm } from '../http/form.ts';
import { customerOf } from '../http/state.ts';

export interface OutageRoutesDeps extends OutageUploadDeps {
  readonly identify: RequestHandler;
  readonly keys: KeyStore;
  readonly secrets: Secrets;
  /** The token that simulates an upload. */
  readonly testingToken: string;
  /** Bytes of a file. */
  readonly mostUploadBytes: number;
}

const CSV_TYPES = ['text/csv', 'application/csv'];
const REQUIRED = 'This field is required.';

/** The uploads of outage files, by bearer key and by token field, and the template of a file. */
export function outageEndpoints(deps: OutageRoutesDeps): Endpoint[] {
  const upload: RequestHandler = async (req, res) => {
    const customer = customerOf(res);
    requireOutageUploads(deps.enabled, customer);
    if (!isForm(req)) return unsupported(req, res);
    const { plant, file } = requirePlantForm(await readPlantForm(req, deps.mostUploadBytes));
    const rows = await uploadPlantOutages(deps, customer, plant, file.content);
    res.status(201).json({ message: `Outages CSV stored: ${rows} rows.` });
  };

  const uploadByToken: RequestHandler = async (req, res) => {
    const form = isForm(req) ? await readTokenForm(req, deps.mostUploadBytes) : EMPTY;
    const token = form.fields.get('token') ?? '';
    if (token === deps.testingToken) {
      const message =
        'File received with a testing token: upload simulated, nothing was processed.';
      res.json({ message });
      return;
    }
    const customer = await authenticate(deps, `Bearer ${token}`).catch(refuseToken);
    requireOutageUploads(deps.enabled, customer);
    const file = form.file ?? refuseForm('file is required');
    const [problem] = fileProblems(file);
    if (problem !== undefined) refuseForm(problem);
    const rows = await uploadOutages(deps, customer, file.content);
    res.json({ message: `File uploaded: ${rows} rows.` });
  };

  const template: RequestHandler = (_req, res) => {
    saveAs(res, 'outages.csv');
    res.type('text/csv').send(csvLine(OUTAGE_TEMPLATE_COLUMNS));
  };

  return [
    {
      paths: ['/api/v0/outages/upload'],
      unauthenticated: 401,
      failure: { detail: 'Internal server error.' },
      identify: deps.identify,
      methods: { post: [upload] },
    },
    {
      paths: ['/api/v0/outages'],
      unauthenticated: 401,
      failure: { error: 'Internal server error.' },
      messageKey: 'error',
      // The token is in the form: the handler identifies the caller.
      identify: (_req, _res, next) => next(),
      methods: { post: [uploadByToken] },
    },
    {
      paths: ['/api/v0/outages/template.csv'],
      unauthenticated: 401,
      failure: { detail: 'Internal server error.' },
      identify: deps.identify,
      methods: { get: [template] },
    },
  ];
}

const EMPTY: UploadForm = { fields: new Map(), file: undefined };

function unsupported(req: Request, res: Response): void {
  const type = req.headers['content-type'] ?? '';
  res.status(415).json({ detail: `Unsupported media type "${type}" in request.` });
}

/** The form of the token upload. */
async function readTokenForm(req: Request, most: number): Promise<UploadForm> {
  try {
    return await readForm(req, most);
  } catch (error) {
    if (!isSolanoError(error, 'form_malformed')) throw error;
    return refuseForm('the form cannot be read');
  }
}

/** The form of the bearer upload: what is wrong with it is told by field. */
async function readPlantForm(req: Request, most: number): Promise<UploadForm> {
  try {
    return await readForm(req, most);
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

function refuseToken(cause: unknown): never {
  const isRefusal =
    isSolanoError(cause, 'credentials_missing') || isSolanoError(cause, 'credentials_invalid');
  if (!isRefusal) throw cause;
  throw new SolanoError('credentials_invalid', 'Invalid or missing token.', { cause });
}

function refuseForm(what: string): never {
  const message = `Invalid file format or missing required fields: ${what}`;
  throw new SolanoError('invalid_request', message);
}
