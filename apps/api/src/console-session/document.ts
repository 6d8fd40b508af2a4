import { Session, SignIn } from '@solano/schemas';
import { z } from 'zod';
import { errorResponse, limitReached } from '../endpoint/error-responses.ts';
import { jsonBody, jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const COOKIE = {
  'Set-Cookie': z.string().meta({ description: 'The cookie of the session.' }),
};

export const BEGIN_SESSION: OperationMetadata = {
  id: 'beginSession',
  tag: 'Session',
  summary: 'Sign a browser in',
  description:
    'By a key, or by the code of a sign-in link, which is used up. The session lasts twelve hours and ends with its key. With its cookie, whatever changes anything needs `X-Solano-Console: 1` and an `Origin` that is the service’s own.',
  body: jsonBody(SignIn, { 'A sign-in link': { code: 'kPz4mT0xW9' } }, { mayBeMissing: true }),
  responses: {
    204: { description: 'The browser is signed in.', headers: COOKIE },
    401: errorResponse('detail', 'The code is unknown, used or expired.', [
      'The sign-in link is not valid any more.',
    ]),
    409: limitReached('A key has at most 20 sessions: sign out of one, or use another key.'),
  },
};

export const GET_SESSION: OperationMetadata = {
  id: 'getSession',
  tag: 'Session',
  summary: 'Read the customer and key of the session',
  responses: {
    200: jsonResponse('The customer and its key.', Session, {
      'A desk': {
        customer: 'Norte',
        label: 'desk',
        scopes: ['read', 'purchases', 'prices'],
        permissions: ['prices'],
        expires_at: '2026-11-21T22:00:00.000Z',
      },
    }),
  },
};

export const END_SESSION: OperationMetadata = {
  id: 'endSession',
  tag: 'Session',
  summary: 'Sign the browser out',
  responses: { 204: { description: 'The session has ended.', headers: COOKIE } },
};
