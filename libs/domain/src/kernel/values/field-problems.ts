import { type ErrorCode, type FieldMessages, SolanoError, translating } from '../errors.ts';

/** Problems of the fields of a record: a list of messages for each bad field. */
export class FieldProblems {
  readonly #messages: Record<string, string[]> = {};

  /** Messages by field name. */
  get messages(): FieldMessages {
    return this.#messages;
  }

  /** @param field the field's name in the domain. */
  add(field: string, message: string): this {
    const messages = this.#messages[field] ?? [];
    if (!messages.includes(message)) this.#messages[field] = [...messages, message];
    return this;
  }

  /** Rejects the record. Code `invalid_fields`. */
  reject(): never {
    const fields = this.#messages;
    throw new SolanoError('invalid_fields', 'Some fields are not valid.', { fields });
  }
}

/** Does the work; an error of the code is rejected as a problem of the field. */
export function asFieldProblem<T>(
  code: ErrorCode,
  [field, message]: readonly [field: string, message: string],
  work: () => Promise<T>,
): Promise<T> {
  return translating(code, () => new FieldProblems().add(field, message).reject(), work);
}

/** A record that came in: its fields when all are good, or what is wrong, and what is not. */
export interface Checked<T> {
  readonly fields?: T;
  readonly problems: FieldProblems;
  /** The good fields among bad ones. */
  readonly valid: Partial<T>;
}
