import { hash } from 'node:crypto';
import type { ReadSubmission } from '@solano/domain';
import { readSubmission } from '@solano/domain';
import { parseBody } from '../body/json.ts';
import { bufferOf } from '../readers/buffer.ts';
import { memberText } from './json-text.ts';

export interface SubmissionInput {
  readonly bytes: Uint8Array;
  readonly maxItems: number;
  readonly user: string;
  readonly retailer: string;
  /** Whether it comes with an idempotency key. */
  readonly isRepeatable: boolean;
}

/** Values of an item, with what it has besides its datetime and its number. */
const VALUES_PER_ITEM = 12;
/** Values of a body besides its items. */
const OTHER_VALUES = 10_000;

/** Reads the body of a submission. Errors: `invalid_request`. */
export function readSubmissionText(input: SubmissionInput): ReadSubmission {
  const { maxItems, user, retailer, isRepeatable } = input;
  const maxValues = maxItems * VALUES_PER_ITEM + OTHER_VALUES;
  const { members, text } = parseBody(bufferOf(input.bytes), { maxValues });
  const submission = {
    user,
    retailer,
    items: members.purchase,
    series: memberText(text, 'purchase')?.toString() ?? '',
    ...(isRepeatable && { body: text.toString() }),
  };
  return readSubmission(submission, { maxItems, digest: (each) => hash('sha256', each) });
}
