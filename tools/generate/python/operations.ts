import type { ApiDocument, Operation, Parameter, Schema } from './schema.ts';
import { docstring, pascal, snake } from './text.ts';
import type { PythonTypes } from './types.ts';

const HEAD = `"""The operations of the API, generated from the OpenAPI document of the service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, Sequence, Union

from .._connection import Connection, quoted

if TYPE_CHECKING:
    from .types import *  # noqa: F403


class Operations:
    """Every operation of the API under its own name.

    A method returns the body of a response as it comes: amounts are texts where the service gives them
    exactly. It raises a \`SolanoError\` where the service rejects the request.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
`;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

interface Argument {
  readonly name: string;
  readonly annotation: string;
  /** Whether a call may leave it out. */
  readonly isOptional: boolean;
  readonly text: string;
}

/** A method of the class: what it is called with, and how it sends that. */
interface Method {
  readonly name: string;
  readonly positional: readonly Argument[];
  readonly named: readonly Argument[];
  readonly returns: string;
  /** Arguments of the connection's method, as Python. */
  readonly sent: readonly string[];
  readonly reads: 'value' | 'content';
}

/** The module of the operations; the types that it names are added to those. */
export function operationsText({ paths }: ApiDocument, types: PythonTypes): string {
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      methodsOf(path, method.toUpperCase(), operation, types),
    ),
  );
  return `${HEAD}\n${methods.join('\n')}`;
}

function methodsOf(path: string, verb: string, operation: Operation, types: PythonTypes): string[] {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = successes.flatMap(([, { content = {} }]) => Object.entries(content));
  const values = contents.filter(([type]) => type === JSON_TYPE).map(([, { schema }]) => schema);
  const hasFile = contents.some(([type]) => type !== JSON_TYPE);
  const place = pascal(operationId);
  const name = snake(operationId);
  const bodies = Object.entries(requestBody?.content ?? {});
  const json = bodies.find(([type]) => type === JSON_TYPE)?.[1].schema;
  const form = bodies.find(([type]) => type === FORM_TYPE)?.[1].schema;
  const files = bodies
    .map(([type]) => type)
    .filter((type) => ![JSON_TYPE, FORM_TYPE].includes(type));

  const made: string[] = [];
  const add = (method: Omit<Method, 'sent'> & { readonly sent: readonly string[] }) => {
    const address = addressOf(path, parameters);
    made.push(textOf(method, operation, [JSON.stringify(verb), address]));
  };
  const shared = argumentsOf(parameters, types, place);
  const isForm = form !== undefined;
  const returned =
    values.length > 0 ? types.annotation({ anyOf: values }, `${place}Response`) : 'None';

  if (values.length > 0 || !hasFile) {
    const sent = sentOf(parameters, values.length > 0 ? '"json"' : undefined);
    const body = json && {
      name: 'body',
      annotation: types.annotation(json, `${place}Body`),
      isOptional: false,
      text: '',
    };
    const fields = isForm ? formOf(form, types, place) : undefined;
    add({
      name,
      positional: [...shared.positional, ...(body ? [body] : []), ...(fields?.positional ?? [])],
      named: [...shared.named, ...(fields?.named ?? [])],
      returns: returned,
      sent: [...sent, ...(body ? ['body=body'] : []), ...(fields?.sent ?? [])],
      reads: 'value',
    });
  }
  if (hasFile) {
    const format = parameters.find((each) => each.name === 'format');
    const formats = format?.schema.enum?.filter((each) => each !== 'json');
    const argument = formats && {
      name: 'format',
      annotation: types.annotation({ enum: formats }, ''),
      isOptional: false,
      text: format?.description ?? '',
    };
    add({
      name: values.length > 0 ? `${name}_file` : name,
      positional: shared.positional,
      named: [...(argument ? [argument] : []), ...shared.named],
      returns: 'bytes',
      sent: sentOf(parameters, argument && 'format'),
      reads: 'content',
    });
  }
  if (files.length > 0) {
    const content = {
      name: 'content',
      annotation: 'bytes',
      isOptional: false,
      text: 'The bytes of the file.',
    };
    const type = {
      name: 'content_type',
      annotation: types.annotation({ enum: files }, ''),
      isOptional: false,
      text: 'What the file is.',
    };
    add({
      name: `${name}_file`,
      positional: [...shared.positional, content],
      named: [type, ...shared.named],
      returns: returned,
      sent: [...sentOf(parameters, undefined), 'content=content', 'content_type=content_type'],
      reads: 'value',
    });
  }
  return made;
}

function argumentsOf(parameters: readonly Parameter[], types: PythonTypes, place: string) {
  const argument = ({ name, schema, required = false, description = '' }: Parameter): Argument => ({
    name: snake(name),
    annotation: parameterType(schema, types, place + pascal(name)),
    isOptional: !required,
    text: description,
  });
  const inPath = parameters.filter((each) => each.in === 'path');
  const others = parameters.filter((each) => each.in !== 'path' && each.name !== 'format');
  return { positional: inPath.map(argument), named: others.map(argument) };
}

function parameterType(schema: Schema, types: PythonTypes, place: string): string {
  if (schema.enum?.join() === 'true,false') return 'bool';
  if (schema.type === 'array') return `Sequence[${types.annotation(schema.items ?? {}, place)}]`;
  return types.annotation(schema, place);
}

/** The file of a form, its name, and the other fields. */
function formOf({ properties = {}, required = [] }: Schema, types: PythonTypes, place: string) {
  const fields = Object.entries(properties).filter(([name]) => name !== 'file');
  const file = {
    name: 'file',
    annotation: 'bytes',
    isOptional: false,
    text: properties.file?.description ?? '',
  };
  const filename = {
    name: 'filename',
    annotation: 'str',
    isOptional: false,
    text: 'Its name, which ends in `.csv` or `.xlsx`.',
  };
  const named = fields.map(([name, schema]) => ({
    name: snake(name),
    annotation: parameterType(schema, types, place + pascal(name)),
    isOptional: !required.includes(name),
    text: schema.description ?? '',
  }));
  const pairs = fields.map(([name]) => `${JSON.stringify(name)}: ${snake(name)}`);
  const sent = ['file=(filename, file)', `form={${pairs.join(', ')}}`];
  return { positional: [file, filename], named, sent };
}

function sentOf(parameters: readonly Parameter[], format: string | undefined): string[] {
  const pairsOf = (place: Parameter['in']) =>
    parameters
      .filter((each) => each.in === place && each.name !== 'format')
      .map(({ name }) => `${JSON.stringify(name)}: ${snake(name)}`);
  const hasFormat = parameters.some(({ name }) => name === 'format');
  const query = [
    ...pairsOf('query'),
    ...(hasFormat && format !== undefined ? [`"format": ${format}`] : []),
  ];
  const headers = pairsOf('header');
  return [
    ...(query.length > 0 ? [`query={${query.join(', ')}}`] : []),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
  ];
}

function addressOf(path: string, parameters: readonly Parameter[]): string {
  const isVariable = parameters.some((each) => each.in === 'path');
  const text = path.replace(/\{([^}]+)\}/g, (_, name: string) => `{quoted(${snake(name)})}`);
  return `${isVariable ? 'f' : ''}"${text}"`;
}

function textOf(method: Method, operation: Operation, sent: readonly string[]): string {
  const { name, positional, named, returns, reads } = method;
  const declared = (each: Argument) =>
    each.isOptional
      ? `${each.name}: Optional[${each.annotation}] = None`
      : `${each.name}: ${each.annotation}`;
  const all = [
    'self',
    ...positional.map(declared),
    ...(named.length > 0 ? ['*', ...named.map(declared)] : []),
  ];
  const described = [...positional, ...named].filter(({ text }) => text !== '');
  const notes = described.map(
    (each) => `    ${each.name}: ${each.text.replaceAll('\n', '\n        ')}`,
  );
  const about = [
    `${operation.summary}.`,
    ...(operation.description ? [operation.description] : []),
    ...(notes.length > 0 ? [`Args:\n${notes.join('\n')}`] : []),
  ].join('\n\n');
  const call = [...sent, ...method.sent].join(', ');
  const end = returns === 'None' ? '' : 'return ';
  return (
    `    def ${name}(${all.join(', ')}) -> ${returns}:\n${docstring('        ', about)}` +
    `        ${end}self._connection.${reads}(${call})\n`
  );
}
