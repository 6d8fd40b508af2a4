import type { Caller, OutageUploadDeps } from '@solano/domain';
import {
  isSolanoError,
  OUTAGE_TEMPLATE,
  requireOutageUploads,
  requireScope,
  SolanoError,
  uploadOutages,
  uploadPlantOutages,
} from '@solano/domain';
import { PlantOutageForm, TokenOutageForm } from '@solano/schemas';
import type { Request, Response } from 'express';
import { type AuthenticationDeps, identify } from '../authentication/authentication.ts';
import { isForm, type OnField, readForm, type UploadForm } from '../body/form.ts';
import type { BodyAccount } from '../body/limit.ts';
import { auditSource } from '../http/audit.ts';
import { type Endpoint, endpoint, endpointFor, type Nothing, operation } from '../http/endpoint.ts';
import { attachment } from '../http/file-response.ts';
import { MalformedForm } from '../http/http-error.ts';
import { readFields } from '../http/input.ts';
import { content, json } from '../http/response.ts';
import { spreadsheet } from '../http/spreadsheet-response.ts';
import type { WorkLimit } from '../http/work-limit.ts';
import { FairQueue } from '../readers/fair-queue.ts';
import { orderOf } from '../readers/reader-threads.ts';
import {
  OUTAGES_TEMPLATE,
  OUTAGES_WORKBOOK,
  UPLOAD_OUTAGES,
  UPLOAD_OUTAGES_BY_TOKEN,
} from './document.ts';
import { type OutageFileRoutesDeps, outageFileEndpoints } from './files.ts';
import { outageRows } from './outage-slices.ts';
import { outageTemplate } from './outage-template.ts';
import { readBearerForm, requireForm } from './upload-forms.ts';

interface OutageRoutesDeps
  extends Omit<OutageUploadDeps, 'readOutages' | 'objects'>,
    OutageFileRoutesDeps,
    AuthenticationDeps {
  /** The token that simulates an upload. */
  readonly testingToken: string;
  readonly work: WorkLimit;
}

/** Bytes that may come in front of a token without being counted. */
const MAX_BEFORE_TOKEN = 16_384;
/**
 * An upload may hold a connection to the database for some seconds, and locks the customer's plants
 * meanwhile: another one of the customer would hold a second, to wait.
 */
const UPLOAD_LIMITS = { maxConcurrent: 3, maxPerCaller: 1, maxWaitMs: 10_000 };

/** The uploads of outage files, by bearer key and by token field, and the template of a file. */
export function outageEndpoints(deps: OutageRoutesDeps): Endpoint[] {
  const { bodies, maxUploadBytes: maxBytes } = deps;
  const queue = new FairQueue(UPLOAD_LIMITS);
  const uploading = (caller: Caller): OutageUploadDeps => ({
    ...deps,
    async readOutages(content, plants) {
      return outageRows(await deps.read('outages', { content, plants }, orderOf(caller, content)));
    },
  });

  const upload = operation({
    scopes: ['uploads'],
    async receive(req, res, caller: Caller) {
      requireOutageUploads(deps.enabled, caller.customer);
      requireForm(req);
      return readBearerForm(req, maxBytes, bodies.open(req, res, caller).count);
    },
    async handle({ caller, body, request }) {
      const form = { ...Object.fromEntries(body.fields), file: body.file };
      const { plant_id: plant, file } = readFields(PlantOutageForm, form);
      const { customer } = caller;
      const source = auditSource({ caller, request });
      const outages = uploading(caller);
      const rows = await queue.run(customer.id, () =>
        uploadPlantOutages(outages, source, customer, plant, file.content),
      );
      return json({ message: `Outages CSV stored: ${rowsText(rows)}.` }, { status: 201 });
    },
    metadata: UPLOAD_OUTAGES,
  });

  const uploadByToken = operation<Anonymous, Nothing, Nothing, TokenForm>({
    scopes: ['uploads'],
    receive: (req, res) => receiveTokenForm(deps, req, res),
    async handle({ body: { form, caller }, request }) {
      if (!caller) return json({ message: SIMULATED });
      requireScope(caller.key, ['uploads']);
      const { customer } = caller;
      requireOutageUploads(deps.enabled, customer);
      const file = form.file ?? rejectForm('file is required');
      const [problem] = TokenOutageForm.shape.file.safeParse(file).error?.issues ?? [];
      if (problem) rejectForm(problem.message);
      const source = auditSource({ caller, request });
      const rows = await queue.run(customer.id, () =>
        uploadOutages(uploading(caller), source, customer, file.content),
      );
      return json({ message: `File uploaded: ${rowsText(rows)}.` });
    },
    metadata: UPLOAD_OUTAGES_BY_TOKEN,
  });

  const template = operation({
    scopes: ['read', 'uploads'],
    handle: () => content('text/csv', OUTAGE_TEMPLATE, { headers: attachment('outages.csv') }),
    metadata: OUTAGES_TEMPLATE,
  });

  const workbook = operation({
    scopes: ['read', 'uploads'],
    async handle({ caller }) {
      const plants: { name: string; timezone: string }[] = [];
      for await (const plant of deps.plants.list(caller.customer.id, { offset: 0 })) {
        plants.push({ name: plant.name, timezone: plant.timezone });
      }
      const [sheet, ...more] = outageTemplate(plants);
      return spreadsheet('outages.xlsx', sheet, { more });
    },
    metadata: OUTAGES_WORKBOOK,
  });

  // The token is in the form: reading the form identifies the caller.
  const identifyLater = async (): Promise<Anonymous> => ({});
  return [
    endpoint({ paths: ['/api/v0/outages/upload'], methods: { post: upload } }),
    endpointFor(identifyLater, {
      paths: ['/api/v0/outages'],
      failure: { error: 'Internal server error.' },
      messageKey: 'error',
      methods: { post: uploadByToken },
    }),
    endpoint({ paths: ['/api/v0/outages/template.csv'], methods: { get: template } }),
    endpoint({ paths: ['/api/v0/outages/template.xlsx'], methods: { get: workbook } }),
    ...outageFileEndpoints(deps, queue),
  ];
}

const SIMULATED = 'File received with a testing token: upload simulated, nothing was processed.';
const EMPTY: UploadForm = { fields: new Map(), file: undefined };

/** A caller whom no header identifies. */
interface Anonymous {
  readonly key?: undefined;
}

/** The form of a token upload, and the caller of its token; undefined for the testing token. */
interface TokenForm {
  readonly form: UploadForm;
  readonly caller: Caller | undefined;
}

/** Reads a form, and identifies the caller as soon as its token has come. */
async function receiveTokenForm(
  deps: OutageRoutesDeps,
  req: Request,
  res: Response,
): Promise<TokenForm> {
  const account = countedOnceIdentified(deps.bodies.open(req, res));
  let caller: Caller | undefined;
  let isFirst = true;
  const onField: OnField = async (name, value) => {
    if (name !== 'token' || !isFirst) return;
    isFirst = false;
    if (value === deps.testingToken) {
      // The testing token is public.
      await deps.rateLimit.countAddress('credentials', req, res);
      return;
    }
    caller = await deps.work.run(res, () => identifyByToken(deps, req, res, value));
    account.identified(caller);
  };
  const form = isForm(req)
    ? await readTokenForm(req, deps.maxUploadBytes, account.count, onField)
    : EMPTY;
  // Without a token it is an empty one.
  await onField('token', '');
  return { form, caller };
}

/** No token counts as a bad one. Errors: `credentials_invalid`, HttpError 429, and any other cause. */
async function identifyByToken(
  deps: AuthenticationDeps,
  req: Request,
  res: Response,
  token: string,
): Promise<Caller> {
  try {
    return await identify(deps, req, res, token.trim());
  } catch (cause) {
    if (!isSolanoError(cause, 'credentials_invalid')) throw cause;
    throw new SolanoError('credentials_invalid', 'Invalid or missing token.', { cause });
  }
}

/**
 * Holds the count back at the beginning of a form: the first bytes of a key's upload are not to be
 * rejected because anonymous clients have used up their share.
 */
function countedOnceIdentified(account: BodyAccount): BodyAccount {
  let isIdentified = false;
  let waiting = 0;
  return {
    count(bytes) {
      waiting += bytes;
      if (!isIdentified && waiting <= MAX_BEFORE_TOKEN) return;
      account.count(waiting);
      waiting = 0;
    },
    identified(caller) {
      isIdentified = true;
      account.identified(caller);
    },
  };
}

function rowsText(rows: number): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'}`;
}

/** The form of the token upload. */
async function readTokenForm(
  req: Request,
  max: number,
  count: BodyAccount['count'],
  onField: OnField,
): Promise<UploadForm> {
  try {
    return await readForm(req, max, count, onField);
  } catch (error) {
    if (!(error instanceof MalformedForm)) throw error;
    return rejectForm('the form cannot be read');
  }
}

function rejectForm(what: string): never {
  const message = `Invalid file format or missing required fields: ${what}`;
  throw new SolanoError('invalid_request', message);
}
