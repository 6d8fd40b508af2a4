import { FieldProblems, invalidRequest, notFound, SolanoError } from '@solano/domain/kernel';
import type { Request } from 'express';
import { z } from 'zod';
import { parseBody } from '../body/json.ts';
import { pathText, queryNames, queryTexts } from '../http/query.ts';

/** The form of the error for bad query parameters: the first one as text, or all by name. */
export type BadQuery = 'error' | 'fields';

/**
 * Parses the path parameters; an empty segment is an empty text. Errors: `invalid_request`;
 * `not_found` for a value outside the allowed set.
 */
export function readParams<S extends z.ZodObject>(schema: S, req: Request): z.output<S> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) values[name] = pathText(req, name);
  return read(schema, values, 'path');
}

/**
 * Parses the query parameters that the schema names: the last value of each, or all of them if the
 * schema has an array. Others are ignored, except by a strict schema. Errors: `invalid_request`,
 * `invalid_fields`, URIError.
 */
export function readQuery<S extends z.ZodObject>(
  schema: S,
  req: Request,
  form: BadQuery,
): z.output<S> {
  if (schema.def.catchall instanceof z.ZodNever) rejectUnknown(schema, req);
  const values: Record<string, unknown> = {};
  const parameters = Object.entries<z.core.$ZodType>(schema.shape);
  // Express parses the query again on each access.
  const query = parameters.length > 0 ? req.query : {};
  for (const [name, parameter] of parameters) {
    const texts = queryTexts(query[name]);
    values[name] = texts && isList(parameter) ? texts : texts?.at(-1);
  }
  return read(schema, values, form);
}

/**
 * Parses a small JSON object by its schema; an absent body is an empty one, other members are
 * ignored. Errors: `invalid_request`, `invalid_fields` naming all bad fields.
 */
export function readBody<S extends z.ZodObject>(schema: S, bytes: Buffer): z.output<S> {
  const { members, isObject } = parseBody(bytes);
  if (!isObject) new FieldProblems().add('non_field_errors', 'Expected an object.').reject();
  return readFields(schema, members);
}

/** Parses fields by their schema. Errors: `invalid_fields` naming all bad fields. */
export function readFields<S extends z.ZodObject>(schema: S, fields: object): z.output<S> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const problems = new FieldProblems();
  for (const { path, message } of result.error.issues) problems.add(String(path[0]), message);
  return problems.reject();
}

function rejectUnknown({ shape }: z.ZodObject, req: Request): void {
  const unknown = queryNames(req).filter((name) => !Object.hasOwn(shape, name));
  if (unknown.length === 0) return;
  throw invalidRequest(`Unknown query parameters: ${unknown.join(', ')}.`);
}

function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return isList(schema.def.innerType);
  }
  if (schema instanceof z.ZodPipe) return isList(schema.def.in);
  return schema instanceof z.ZodArray;
}

function read<S extends z.ZodObject>(
  schema: S,
  values: unknown,
  form: BadQuery | 'path',
): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (form === 'path' && first?.code === 'invalid_value') notFound();
  if (form !== 'fields') throw invalidRequest(first?.message ?? '');
  const { fieldErrors } = z.flattenError(result.error);
  throw new SolanoError('invalid_fields', 'Some parameters are not valid.', {
    fields: fieldErrors as Record<string, string[]>,
  });
}
