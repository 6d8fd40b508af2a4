import { z } from 'zod';
import { errorResponse, fieldErrors, NOT_FOUND } from '../endpoint/error-responses.ts';
import type { OperationMetadata, ResponseMetadata, Tag } from '../endpoint/operation.ts';
import { jsonBody, jsonResponse, WORKBOOK } from '../endpoint/operation.ts';

/** Fields that the server sets in the examples of the document. */
export const TIMESTAMPS = {
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};

/** The document's description of each operation on a kind of records. */
export interface RecordMetadata {
  readonly list: OperationMetadata;
  readonly create: OperationMetadata;
  readonly get: OperationMetadata;
  readonly replace: OperationMetadata;
  readonly change: OperationMetadata;
  readonly remove: OperationMetadata;
}

/** The differences between kinds of records. */
interface Kind {
  readonly tag: Tag;
  /** Names of one record: in operation ids; and in running text, with its article. */
  readonly name: string;
  readonly plural: string;
  readonly text: string;
  readonly path: string;
  readonly idPath: string;
  readonly id: z.ZodObject;
  readonly schema: z.ZodType;
  readonly body: z.ZodType;
  readonly patch: z.ZodType;
  readonly example: object;
  readonly newExample: object;
  readonly patchExample: object;
  readonly rejections: Readonly<Record<string, object>>;
  readonly removal: string;
  /** Whether a list can be of a part of time. */
  readonly isFiltered: boolean;
}

const number = (description: string, example: string) =>
  z
    .string()
    .optional()
    .meta({ pattern: String.raw`^\d+$`, description, examples: [example] });

/** The headers of a page. */
export const PAGE_HEADERS = {
  'X-Total-Count': number(
    'How many there are in all; only where `limit`, `offset` or `cursor` is given.',
    '42',
  ),
  Link: z
    .string()
    .optional()
    .meta({
      description: 'The next page of `limit` rows, at a `cursor`; left out on the last one.',
      examples: ['</api/v0/plants/?limit=100&cursor=WyJwbGFudHMi>; rel="next"'],
    }),
};

/** The headers of a page of a list that may be filtered. */
const FILTERED_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'X-Total-Count': number(
    'How many there are in all; only where `limit`, `offset` or `cursor` is given, and left out where `X-Total-At-Least` is sent.',
    '42',
  ),
  'X-Total-At-Least': number(
    'In place of `X-Total-Count` where more than 10,000 match `from` and `to`.',
    '10000',
  ),
};

const BAD_PARAMETER = 'The first invalid parameter.';
const BAD_UPLOADS = [
  `Parameter 'limit' must be a whole number, 0 to 2147483647, not "x"`,
  `Parameter 'cursor' is not one that was given out: "x"`,
  "Parameter 'cursor' must not be given together with 'offset'",
];

export const BAD_UPLOADS_PAGE = errorResponse('error', BAD_PARAMETER, BAD_UPLOADS);

/** As {@link BAD_UPLOADS_PAGE}, of the uploads of a portfolio. */
export const BAD_PORTFOLIO_PAGE = errorResponse('error', BAD_PARAMETER, [
  'Missing required query parameter: retailer_id',
  ...BAD_UPLOADS,
]);

const BAD_PAGE = fieldErrors({
  'limit or offset': { limit: ['A valid integer is required.'] },
  'out of range': { offset: ['Ensure this value is between 0 and 2147483647.'] },
  'not a cursor': { cursor: ['This cursor was not given out.'] },
  'cursor together with offset': { cursor: ['Must not be given together with offset.'] },
  'of another format': { format: ['Unsupported format: csv. Use json or xlsx.'] },
});

/** The operations of a kind of records, as the document describes them. */
export function recordMetadata(kind: Kind): RecordMetadata {
  return {
    list: listMetadata(kind),
    create: createMetadata(kind),
    get: {
      ...atOne(kind, 'get', 'Read'),
      responses: { 200: recordResponse(kind, 'The record.'), 404: NOT_FOUND },
    },
    replace: {
      ...atOne(kind, 'replace', 'Replace'),
      description: 'Optional fields that are left out become empty.',
      body: newBody(kind),
      responses: {
        200: recordResponse(kind, 'It is replaced.'),
        400: rejected(kind),
        404: NOT_FOUND,
      },
    },
    change: {
      ...atOne(kind, 'change', 'Change'),
      description: 'Fields that are left out stay unchanged.',
      body: jsonBody(kind.patch, { 'One field': kind.patchExample }, { mayBeMissing: true }),
      responses: {
        200: recordResponse(kind, 'It is changed.'),
        400: rejected(kind),
        404: NOT_FOUND,
      },
    },
    remove: {
      ...atOne(kind, 'delete', 'Delete'),
      description: kind.removal,
      responses: { 204: { description: 'It is permanently deleted.' }, 404: NOT_FOUND },
    },
  };
}

function listMetadata({ tag, plural, path, schema, example, isFiltered }: Kind): OperationMetadata {
  return {
    id: `list${plural}`,
    path,
    tag,
    summary: `List ${plural.toLowerCase()}`,
    responses: {
      200: {
        description: 'All of them, or a page.',
        content: {
          'application/json': { schema: z.array(schema), examples: { [plural]: [example] } },
          ...WORKBOOK,
        },
        headers: isFiltered ? FILTERED_PAGE_HEADERS : PAGE_HEADERS,
      },
      400: BAD_PAGE,
    },
  };
}

function createMetadata(kind: Kind): OperationMetadata {
  return {
    id: `create${kind.name}`,
    path: kind.path,
    tag: kind.tag,
    summary: `Create ${kind.text}`,
    body: newBody(kind),
    responses: { 201: recordResponse(kind, 'It is created.'), 400: rejected(kind) },
  };
}

/** The common description of operations on one record. */
function atOne(kind: Kind, id: string, verb: string) {
  const { idPath: path, id: params, tag, text } = kind;
  return { id: `${id}${kind.name}`, path, params, tag, summary: `${verb} ${text}` };
}

function recordResponse({ schema, name, example }: Kind, description: string): ResponseMetadata {
  return jsonResponse(description, schema, { [name]: example });
}

function rejected({ rejections }: Kind): ResponseMetadata {
  const notAnObject = { non_field_errors: ['Expected an object.'] };
  return fieldErrors({ ...rejections, 'Not an object': notAnObject });
}

function newBody(kind: Kind) {
  return jsonBody(kind.body, { 'A new one': kind.newExample });
}
