import type { ApiDocument, Operation, Schema } from './schema.ts';
import { snake } from './text.ts';

const HEAD = `"""What the fields of tables are, generated from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any, Dict

FIELDS: Dict[str, Any] = `;

const FOOT = `"""By operation, in the form of its response: a list has one entry, which each of its values has; the name of a field that
may be absent ends in \`\`?\`\`. An \`\`amount\`\` is an exact number as a text, a \`\`number\`\` may be null."""
`;

/** Operations whose responses the hand-written part makes tables of. */
const TABLES = [
  'getPricePrediction',
  'getRealisedPrices',
  'getImbalancePrices',
  'listPurchases',
  'getPurchaseEvaluation',
  'getPurchaseTable',
  'listTrades',
  'getDeviation',
  'listConsumption',
  'listProduction',
  'listPlants',
  'getPlantForecast',
  'getPlantScore',
];

const JSON_TYPE = 'application/json';
/** An exact number as a text has such a pattern. */
const AMOUNT = /^\^-\?\\d\+\\\./;

/** Numbers by which something is named: they stay as they come, whole ones whole. */
const IDENTIFIERS = new Set(['idmodel']);

type Kind = 'amount' | 'number' | 'integer' | 'boolean' | 'other';

interface FieldsOfObject {
  readonly [name: string]: Fields;
}

/** A value, an object by the names of its fields, or a list. */
type Fields = Kind | FieldsOfObject | readonly [Fields];

/** The module of the fields of tables. */
export function fieldsText({ paths, components }: ApiDocument): string {
  const operations = Object.values(paths).flatMap((each) => Object.values(each));
  const entries = TABLES.map((name) => {
    const operation = operations.find(({ operationId }) => operationId === name);
    if (!operation) throw new Error(`The document has no operation ${name}.`);
    return [snake(name), fieldsOf(responseOf(operation), components.schemas, name)] as const;
  });
  return `${HEAD}${JSON.stringify(Object.fromEntries(entries), null, 1)}\n${FOOT}`;
}

function responseOf({ operationId, responses }: Operation): Schema {
  const schema = responses[200]?.content?.[JSON_TYPE]?.schema;
  if (!schema) throw new Error(`${operationId} responds with no JSON.`);
  return schema;
}

type Schemas = Readonly<Record<string, Schema>>;

function fieldsOf(schema: Schema, schemas: Schemas, place: string): Fields {
  const { $ref, type, items, properties, required = [], additionalProperties: others } = schema;
  if ($ref !== undefined) {
    return fieldsOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema, schemas, place);
  }
  const choices = choicesOf(schema);
  if (choices) {
    const present = choices.filter((each) => each.type !== 'null');
    const fields = present.map((each) => fieldsOf(each, schemas, place));
    const one = fields.reduce((a, b) => either(a, b, place));
    return present.length < choices.length ? nullable(one) : one;
  }
  if (type === 'array') return [fieldsOf(items ?? {}, schemas, `${place}[]`)];
  if (type !== 'object') return kindOf(schema);
  const named = Object.entries(properties ?? {}).map(([name, each]) => [
    required.includes(name) ? name : `${name}?`,
    IDENTIFIERS.has(name) ? 'other' : fieldsOf(each, schemas, `${place}.${name}`),
  ]);
  const rest =
    typeof others === 'object' && Object.keys(others).length > 0
      ? [['*?', fieldsOf(others, schemas, `${place}.*`)]]
      : [];
  return Object.fromEntries([...named, ...rest]) as FieldsOfObject;
}

/** The schemas of which one holds: a list of types is one of each. */
function choicesOf(schema: Schema): readonly Schema[] | undefined {
  const { type, anyOf, oneOf } = schema;
  if (Array.isArray(type)) return type.map((each: string) => ({ ...schema, type: each }));
  return anyOf ?? oneOf;
}

function kindOf({ type, pattern = '' }: Schema): Kind {
  if (type === 'string') return AMOUNT.test(pattern) ? 'amount' : 'other';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'other';
}

/** What holds of a value that may be null too. */
function nullable(fields: Fields): Fields {
  if (fields === 'integer') return 'number';
  return fields === 'boolean' ? 'other' : fields;
}

/** What holds of a value that is one or the other: fields that only one of them has may be absent. */
function either(a: Fields, b: Fields, place: string): Fields {
  if (a === b) return a;
  if (isList(a) && isList(b)) return [either(a[0], b[0], place)];
  if (isObject(a) && isObject(b)) return eitherObject(a, b, place);
  const kinds = [a, b];
  if (kinds.includes('amount')) throw new Error(`${place} is an amount, or another text.`);
  return kinds.every((each) => each === 'number' || each === 'integer') ? 'number' : 'other';
}

function eitherObject(a: FieldsOfObject, b: FieldsOfObject, place: string): FieldsOfObject {
  const plain = (name: string) => name.replace(/\?$/, '');
  const names = new Set([...Object.keys(a), ...Object.keys(b)].map(plain));
  const entries = [...names].map((name): [string, Fields] => {
    const found = [a, b].flatMap((each) => each[name] ?? each[`${name}?`] ?? []);
    const isRequired = a[name] !== undefined && b[name] !== undefined;
    const fields = found.reduce((one, other) => either(one, other, `${place}.${name}`));
    return [isRequired ? name : `${name}?`, fields];
  });
  return Object.fromEntries(entries);
}

function isObject(fields: Fields): fields is FieldsOfObject {
  return typeof fields === 'object' && !isList(fields);
}

function isList(fields: Fields): fields is readonly [Fields] {
  return Array.isArray(fields);
}
