import type { PurchaseUpdate } from '@solano/domain';
import { isSolanoError, readError, readOutputIds, readStatus } from '@solano/domain';
import { parseBody } from '../http/json-body.ts';
import { elementTexts, memberText } from './json-text.ts';

/** An update of a purchase, but for who makes it. */
export type UpdateText = Omit<PurchaseUpdate, 'source'>;

/** What a thread answers: errors lose their class on the way. */
export type UpdateAnswer = UpdateText | { readonly refusal: string };

const NONE = Buffer.from('[]');

/** Reads the body of an update. Errors: `invalid_request`. */
export function readUpdate(bytes: Buffer): UpdateText {
  const { members, text } = parseBody(bytes);
  const ids = readOutputIds(members.outputs);
  const texts = elementTexts(memberText(text, 'outputs') ?? NONE);
  const status = readStatus(members.status);
  const error = readError(members.error);
  return {
    outputs: ids.map((idmodel, i) => ({ idmodel, json: texts[i] as string })),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  };
}

/** What `UpdateReader` runs in its thread. */
export function readUpdateInThread({ buffer, byteOffset, length }: Uint8Array): UpdateAnswer {
  try {
    return readUpdate(Buffer.from(buffer, byteOffset, length));
  } catch (error) {
    if (isSolanoError(error, 'invalid_request')) return { refusal: error.message };
    throw error;
  }
}
