import type { PlantFields, UnavailabilityFields } from '@solano/domain/assets';
import { type Checked, type FieldMessages, FieldProblems } from '@solano/domain/kernel';
import type { FieldTable } from '@solano/schemas';
import { checkAll, checkPartial, decimalNames, PLANT, UNAVAILABILITY } from '@solano/schemas';
import { parseBody } from '../body/json.ts';
import { bufferOf } from '../readers/buffer.ts';

export interface RecordInput {
  readonly bytes: Uint8Array;
  readonly kind: 'plant' | 'unavailability';
  /** Whether all fields are required, or only those that change. */
  readonly isWhole: boolean;
}

/** A checked record; errors and classes would not survive the way between threads. */
export interface RecordText {
  readonly messages: FieldMessages;
  readonly valid: Partial<PlantFields> | Partial<UnavailabilityFields>;
  readonly isGood: boolean;
}

/** Maximum values in the body of a request: a record has few. */
const MAX_VALUES = 10_000;

/** Reads and checks the body of a record. Errors: `invalid_request`, `invalid_fields`. */
export function readRecordText({ bytes, kind, isWhole }: RecordInput): RecordText {
  return kind === 'plant' ? read(PLANT, bytes, isWhole) : read(UNAVAILABILITY, bytes, isWhole);
}

function read<T extends PlantFields | UnavailabilityFields>(
  table: FieldTable<T>,
  bytes: Uint8Array,
  isWhole: boolean,
): RecordText {
  const exactNames = decimalNames(table);
  const body = parseBody(bufferOf(bytes), { maxValues: MAX_VALUES, exactNames });
  if (!body.isObject) new FieldProblems().add('non_field_errors', 'Expected an object.').reject();
  const checked = (isWhole ? checkAll : checkPartial)(table, body.members);
  const { problems, valid, fields } = checked;
  return { messages: problems.messages, valid, isGood: fields !== undefined };
}

/** Returns the checked record. */
export function checkedRecord<F extends object>({
  messages,
  valid,
  isGood,
}: RecordText): Checked<F> {
  const problems = new FieldProblems();
  for (const [field, each] of Object.entries(messages)) {
    for (const message of each) problems.add(field, message);
  }
  // The reader of the kind has made it.
  const fields = valid as F;
  return { problems, valid: fields, ...(isGood && { fields }) };
}
