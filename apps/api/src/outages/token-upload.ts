import { requireOutageUploads, uploadOutages } from '@solano/domain/assets';
import { isSolanoError, SolanoError } from '@solano/domain/kernel';
import { type Caller, requireScope } from '@solano/domain/service';
import { TokenOutageForm } from '@solano/schemas';
import type { Request, Response } from 'express';
import { type AuthenticationDeps, identify } from '../authentication/authentication.ts';
import {
  isForm,
  type OnField,
  readForm,
  type UploadedFile,
  type UploadForm,
} from '../body/form.ts';
import type { BodyAccount } from '../body/limit.ts';
import { auditSource } from '../endpoint/audit.ts';
import { type Endpoint, endpointFor, type Nothing, operation } from '../endpoint/endpoint.ts';
import { MalformedForm } from '../http/http-error.ts';
import { json } from '../http/response.ts';
import { UPLOAD_OUTAGES_BY_TOKEN } from './document.ts';
import { type OutageRoutesDeps, rowsText, uploadDeps } from './upload.ts';

/** Bytes before a token that are not counted. */
const MAX_BEFORE_TOKEN = 16_384;
const SIMULATED = 'File received with a testing token: upload simulated, nothing was processed.';
const EMPTY: UploadForm = { fields: new Map(), file: undefined };

/** `POST /api/v0/outages`: an outage file by the token in its form. */
export function tokenUploadEndpoint(deps: OutageRoutesDeps): Endpoint {
  const post = operation<Anonymous, Nothing, Nothing, TokenForm>({
    scopes: ['uploads'],
    receive: (req, res) => receiveTokenForm(deps, req, res),
    async handle({ body: { form, caller }, request, inTurn }) {
      if (!caller) {
        requireFile(form);
        return json({ message: SIMULATED });
      }
      requireScope(caller.key, ['uploads']);
      const { customer } = caller;
      requireOutageUploads(deps.enabled, customer);
      const file = requireFile(form);
      const [problem] = TokenOutageForm.shape.file.safeParse(file).error?.issues ?? [];
      if (problem) rejectForm(problem.message);
      const source = auditSource({ caller, request });
      const rows = await inTurn(deps.fileQueue, customer.id, () =>
        uploadOutages(uploadDeps(deps, caller), { source, customer, file }),
      );
      return json({ message: `File uploaded: ${rowsText(rows)}.` });
    },
    metadata: UPLOAD_OUTAGES_BY_TOKEN,
  });
  // The token is in the form: reading the form identifies the caller.
  const identifyLater = async (): Promise<Anonymous> => ({});
  return endpointFor(identifyLater, {
    paths: ['/api/v0/outages'],
    failure: { error: 'Internal server error.' },
    messageKey: 'error',
    methods: { post },
  });
}

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
 * Delays the count at the beginning of a form: anonymous clients that have used up their share must
 * not cause the rejection of a key's upload.
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

function requireFile({ file }: UploadForm): UploadedFile {
  return file ?? rejectForm('file is required');
}

function rejectForm(what: string): never {
  const message = `Invalid file format or missing required fields: ${what}`;
  throw new SolanoError('invalid_request', message);
}
