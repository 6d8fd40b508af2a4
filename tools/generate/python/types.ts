import type { Schema } from './schema.ts';
import { docstring, isIdentifier, pascal } from './text.ts';

const HEAD = `"""Types of requests and responses, generated from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union
`;

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Stands for the name of a class in its text. */
const NAME = '\0';

/** Collects the classes of the objects that annotations name. */
export class PythonTypes {
  readonly #schemas: Readonly<Record<string, Schema>>;
  /** Texts of classes by their name. */
  readonly #classes = new Map<string, string>();
  /** Names of classes by their text without its name: equal ones are written once. */
  readonly #names = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
    for (const name of Object.keys(schemas)) this.#classes.set(name, '');
    for (const [name, schema] of Object.entries(schemas)) {
      this.#classes.set(name, this.#component(name, schema));
    }
  }

  /** The annotation of values; objects in it have classes named after where they stand. */
  annotation(schema: Schema, place: string): string {
    const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
    if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
    if (value !== undefined) return literal([value]);
    if (values) return literal(values);
    const choices = anyOf ?? oneOf;
    if (choices) return union(choices.map((each) => this.annotation(each, place)));
    if (Array.isArray(type)) {
      return union(type.map((each: string) => this.annotation({ ...schema, type: each }, place)));
    }
    if (type === 'array') return `List[${this.annotation(schema.items ?? {}, `${place}Item`)}]`;
    if (type === 'object') return this.#object(schema, place);
    if (schema.format === 'binary') return 'bytes';
    return SIMPLE[type as string] ?? 'Any';
  }

  /** The module of the classes, those of components first. */
  text(): string {
    return `${HEAD}${[...this.#classes.values()].map((each) => `\n\n${each}`).join('')}`;
  }

  #component(name: string, schema: Schema): string {
    if (schema.properties) return this.#body(schema, name).replaceAll(NAME, name);
    const { description = '' } = schema;
    // Quoted: what it names may come later.
    const text = JSON.stringify(this.annotation(schema, `${name}Value`));
    return `${name} = Union[${text}]\n${docstring('', description)}`;
  }

  #object(schema: Schema, place: string): string {
    const { properties, additionalProperties: others } = schema;
    if (!properties) {
      return `Dict[str, ${typeof others === 'object' ? this.annotation(others, `${place}Value`) : 'Any'}]`;
    }
    const body = this.#body(schema, place);
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = this.#free(place);
    this.#classes.set(name, body.replaceAll(NAME, name));
    this.#names.set(body, name);
    return name;
  }

  #free(place: string): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? place : `${place}${count}`;
      if (!this.#classes.has(name) && !(name in this.#schemas)) return name;
    }
  }

  /**
   * The class, its name written as {@link NAME}, with bases: fields that may be left out are apart from those that
   * may not, and fields whose names Python reserves cannot be written in a class.
   */
  #body({ properties = {}, required = [], description = '' }: Schema, place: string): string {
    const fields = Object.entries(properties).map(([name, schema]) => ({
      name,
      type: this.annotation(schema, place + pascal(name)),
      text: schema.description ?? '',
      isRequired: required.includes(name),
    }));
    const reserved = fields.filter(({ name }) => !isIdentifier(name));
    const plain = fields.filter(({ name }) => isIdentifier(name));
    const isTotal = plain.every(({ isRequired }) => isRequired);
    const isMixed = !isTotal && plain.some(({ isRequired }) => isRequired);

    const bases: string[] = [];
    let before = '';
    for (const [suffix, isRequired] of NAMED_BASES) {
      const entries = reserved
        .filter((each) => each.isRequired === isRequired)
        .map(({ name, type }) => `${JSON.stringify(name)}: ${JSON.stringify(type)}`);
      if (entries.length === 0) continue;
      const total = isRequired ? '' : ', total=False';
      before += `_${NAME}${suffix} = TypedDict("_${NAME}${suffix}", {${entries.join(', ')}}${total})\n\n\n`;
      bases.push(`_${NAME}${suffix}`);
    }
    if (isMixed) {
      const own = plain.filter(({ isRequired }) => isRequired);
      before += `class _${NAME}Required(TypedDict):\n${own.map(fieldText).join('')}\n\n`;
      bases.push(`_${NAME}Required`);
    }
    const heads = [
      ...(bases.length > 0 ? bases : ['TypedDict']),
      ...(isTotal ? [] : ['total=False']),
    ];
    const notes = reserved.map(({ name, text }) => `\`${name}\`: ${text}`);
    const about = docstring('    ', [description, ...notes].filter(Boolean).join('\n\n'));
    const own = isMixed ? plain.filter(({ isRequired }) => !isRequired) : plain;
    const body = about + own.map(fieldText).join('');
    return `${before}class ${NAME}(${heads.join(', ')}):\n${body || '    pass\n'}`;
  }
}

/** Bases of fields with reserved names, and whether such a field is required. */
const NAMED_BASES = [
  ['Names', true],
  ['OptionalNames', false],
] as const;

interface Field {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

function fieldText({ name, type, text }: Field): string {
  return `    ${name}: ${type}\n${docstring('    ', text)}`;
}

function literal(values: readonly (string | number | boolean)[]): string {
  if (values.some((value) => typeof value === 'number' && !Number.isInteger(value))) return 'float';
  const texts = values.map((value) =>
    typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value),
  );
  return `Literal[${texts.join(', ')}]`;
}

function union(annotations: readonly string[]): string {
  const distinct = [...new Set(annotations)];
  return distinct.length === 1 ? (distinct[0] as string) : `Union[${distinct.join(', ')}]`;
}
