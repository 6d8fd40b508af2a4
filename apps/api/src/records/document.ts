import {
  Plant,
  PlantBody,
  PlantPatch,
  Unavailability,
  UnavailabilityBody,
  UnavailabilityPatch,
} from '@solano/schemas';
import { z } from 'zod';
import type { AnswerAbout, OperationAbout, Tag } from '../openapi/operation.ts';
import {
  PAGE_QUERY,
  PLANT_ID,
  UNAVAILABILITIES_QUERY,
  UNAVAILABILITY_ID,
} from '../openapi/parameters.ts';
import { fieldRefusal, NOT_FOUND } from '../openapi/refusals.ts';
import {
  NEW_PLANT,
  NEW_UNAVAILABILITY,
  PLANT_EXAMPLE,
  UNAVAILABILITY_EXAMPLE,
} from './examples.ts';

/** What the document says of each operation of a kind of records. */
export interface RecordAbout {
  readonly list: OperationAbout;
  readonly create: OperationAbout;
  readonly get: OperationAbout;
  readonly replace: OperationAbout;
  readonly change: OperationAbout;
  readonly remove: OperationAbout;
}

/** What differs from one kind of records to another. */
interface Kind {
  readonly tag: Tag;
  /** Of one record, as in operation ids; and in running text, with its article. */
  readonly name: string;
  readonly plural: string;
  readonly text: string;
  readonly path: string;
  readonly idPath: string;
  readonly id: z.ZodObject;
  readonly query: z.ZodObject;
  readonly schema: z.ZodType;
  readonly body: z.ZodType;
  readonly patch: z.ZodType;
  readonly example: object;
  readonly newExample: object;
  readonly patchExample: object;
  readonly refusals: Readonly<Record<string, object>>;
  readonly removal: string;
}

const TOTAL = z
  .string()
  .optional()
  .meta({
    pattern: String.raw`^\d+$`,
    description: 'How many there are in all; only where `limit` or `offset` is given.',
    examples: ['42'],
  });

const BAD_PAGE = fieldRefusal({
  'limit or offset': { limit: ['A valid integer is required.'] },
  'out of range': { offset: ['Ensure this value is between 0 and 2147483647.'] },
});

export const PLANTS: RecordAbout = recordAbout({
  tag: 'Plants',
  name: 'Plant',
  plural: 'Plants',
  text: 'a plant',
  path: '/api/v0/plants/',
  idPath: '/api/v0/plants/{plant_id}/',
  id: PLANT_ID,
  query: PAGE_QUERY,
  schema: Plant,
  body: PlantBody,
  patch: PlantPatch,
  example: PLANT_EXAMPLE,
  newExample: NEW_PLANT,
  patchExample: { name: 'Muxía 2' },
  refusals: {
    'Fields of a plant': {
      name: ['plant with this name already exists.'],
      technology_type: ['"hydro" is not a valid choice.'],
      lat: ['Ensure that there are no more than 7 decimal places.'],
      timezone: ['This field is required.'],
    },
  },
  removal: 'Its unavailabilities are deleted with it.',
});

export const UNAVAILABILITIES: RecordAbout = recordAbout({
  tag: 'Unavailabilities',
  name: 'Unavailability',
  plural: 'Unavailabilities',
  text: 'an unavailability',
  path: '/api/v0/unavailabilities/',
  idPath: '/api/v0/unavailabilities/{id}/',
  id: UNAVAILABILITY_ID,
  query: UNAVAILABILITIES_QUERY,
  schema: Unavailability,
  body: UnavailabilityBody,
  patch: UnavailabilityPatch,
  example: UNAVAILABILITY_EXAMPLE,
  newExample: NEW_UNAVAILABILITY,
  patchExample: { available_power_mw: 0 },
  refusals: {
    'Fields of an unavailability': {
      plant_id: ['Unknown plant.'],
      end_time_utc: ['Must be after start_time_utc.'],
      available_power_mw: ['Ensure this value is greater than or equal to 0.'],
      availability_type: ['"BROKEN" is not a valid choice.'],
    },
  },
  removal: '',
});

function recordAbout(kind: Kind): RecordAbout {
  return {
    list: listAbout(kind),
    create: createAbout(kind),
    get: {
      ...atOne(kind, 'get', 'Read'),
      answers: { 200: shown(kind, 'The record.'), 404: NOT_FOUND },
    },
    replace: {
      ...atOne(kind, 'replace', 'Replace'),
      description: 'Optional fields that are left out are emptied.',
      body: newBody(kind),
      answers: { 200: shown(kind, 'It is replaced.'), 400: refused(kind), 404: NOT_FOUND },
    },
    change: {
      ...atOne(kind, 'change', 'Change'),
      description: 'Fields that are left out stay.',
      body: { ...body(kind.patch, { 'One field': kind.patchExample }), mayBeMissing: true },
      answers: { 200: shown(kind, 'It is changed.'), 400: refused(kind), 404: NOT_FOUND },
    },
    remove: {
      ...atOne(kind, 'delete', 'Delete'),
      description: kind.removal,
      answers: { 204: { description: 'It is deleted for good.' }, 404: NOT_FOUND },
    },
  };
}

function listAbout({ tag, plural, path, query, schema, example }: Kind): OperationAbout {
  return {
    at: [{ id: `list${plural}`, path, query }],
    tag,
    summary: `List ${plural.toLowerCase()}`,
    answers: {
      200: {
        ...json('All of them, or a page.', z.array(schema), { [plural]: [example] }),
        headers: { 'X-Total-Count': TOTAL },
      },
      400: BAD_PAGE,
    },
  };
}

function createAbout(kind: Kind): OperationAbout {
  return {
    at: [{ id: `create${kind.name}`, path: kind.path }],
    tag: kind.tag,
    summary: `Create ${kind.text}`,
    body: newBody(kind),
    answers: { 201: shown(kind, 'It is created.'), 400: refused(kind) },
  };
}

/** What is said of an operation on one record. */
function atOne(kind: Kind, id: string, verb: string) {
  const at = [{ id: `${id}${kind.name}`, path: kind.idPath, params: kind.id }];
  return { at, tag: kind.tag, summary: `${verb} ${kind.text}` };
}

function shown({ schema, name, example }: Kind, description: string): AnswerAbout {
  return json(description, schema, { [name]: example });
}

function refused({ refusals }: Kind): AnswerAbout {
  const notAnObject = { non_field_errors: ['Expected an object.'] };
  return fieldRefusal({ ...refusals, 'Not an object': notAnObject });
}

function newBody(kind: Kind) {
  return body(kind.body, { 'A new one': kind.newExample });
}

function json(
  description: string,
  schema: z.ZodType,
  examples: Readonly<Record<string, unknown>>,
): AnswerAbout {
  return { description, content: { 'application/json': { schema, examples } } };
}

function body(schema: z.ZodType, examples: Readonly<Record<string, unknown>>) {
  return { mediaType: 'application/json', schema, examples } as const;
}
