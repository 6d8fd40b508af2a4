import { AuditPage } from '@solano/schemas';
import { errorResponse } from '../endpoint/error-responses.ts';
import { jsonResponse, type OperationMetadata } from '../endpoint/operation.ts';

const PAGE = {
  entries: [
    {
      at: '2026-11-21T10:00:00.000Z',
      actor: 'key 2xk9',
      action: 'plant.create',
      subject: '0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11',
      origin: '192.0.2.7',
      request_id: '41b1ac29-2a51-4b13-a2b5-1a1b1c1d1e1f',
    },
  ],
  next_cursor: null,
};

export const LIST_AUDIT: OperationMetadata = {
  id: 'listAudit',
  tag: 'Audit',
  summary: 'List who has changed what',
  responses: {
    200: jsonResponse('A page of the changes of the customer’s data, newest first.', AuditPage, {
      One: PAGE,
    }),
    400: errorResponse('error', 'The first bad parameter.', [
      `Parameter 'since' must be an ISO 8601 date-time, not "yesterday"`,
      `Parameter 'limit' must be a whole number, 1 to 1000, not "0"`,
      `Parameter 'cursor' is not one that was given out: "x"`,
    ]),
  },
};
