import { hash } from 'node:crypto';
import {
  type EvaluationText,
  type PurchaseUpdate,
  type ReadSubmission,
  readError,
  readOutputIds,
  readStatus,
  readSubmission,
} from '@solano/domain/desk';
import { parseBody } from '../body/json.ts';
import { bufferOf } from '../readers/buffer.ts';
import { elementTexts, memberText } from './json-text.ts';

export interface SubmissionInput {
  readonly bytes: Uint8Array;
  readonly maxItems: number;
  readonly user: string;
  readonly retailer: string;
  /** Whether the submission has an idempotency key. */
  readonly isRepeatable: boolean;
}

/** Maximum values of an item, its datetime and its number included. */
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

/** An update of a purchase without its author. The outputs are slices of the body. */
export interface UpdateText extends Omit<PurchaseUpdate, 'source' | 'author' | 'outputs'> {
  readonly outputs: readonly { readonly idmodel: number; readonly json: Uint8Array }[];
}

export interface UpdateInput {
  readonly bytes: Uint8Array;
  /** Undefined for the service's own callbacks, which may have any number of values, and an evaluation. */
  readonly maxValues: number | undefined;
}

const NONE = Buffer.from('[]');

/** Reads the body of an update. Errors: `invalid_request`. */
export function readUpdate({ bytes, maxValues }: UpdateInput): UpdateText {
  const isCallback = maxValues === undefined;
  const limits = isCallback ? {} : { maxValues };
  const { members, text } = parseBody(bufferOf(bytes), limits);
  const ids = readOutputIds(members.outputs);
  const texts = elementTexts(memberText(text, 'outputs') ?? NONE);
  const status = readStatus(members.status);
  const error = readError(members.error);
  const evaluation = isCallback && evaluationIn(memberText(text, 'evaluation'));
  return {
    outputs: ids.map((idmodel, i) => ({ idmodel, json: texts[i] as Buffer })),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    ...(evaluation && { evaluation }),
  };
}

/** The evaluation in the service's own callback: it needs no check. */
function evaluationIn(text: Buffer | undefined): EvaluationText | undefined {
  const figures = text && memberText(text, 'figures');
  const prices = text && memberText(text, 'prices');
  const deliveredAt = text && memberText(text, 'delivered_at');
  if (!figures || !prices || !deliveredAt) return undefined;
  return {
    figures: figures.toString(),
    prices: prices.toString(),
    deliveredAt: JSON.parse(deliveredAt.toString()) as string,
  };
}
