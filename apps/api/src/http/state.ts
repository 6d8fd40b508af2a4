import type { Caller, Customer } from '@solano/domain';
import type { Response } from 'express';
import type { Endpoint } from './endpoint.ts';
import type { UploadForm } from './form.ts';

/** What the handlers of one request have found out, for those that come after them. */
export interface RequestState {
  endpoint?: Endpoint;
  /** Whom the request's key identifies. */
  caller?: Caller;
  /** The request is the workflow's call-back. */
  isCallback?: boolean;
  /** The body as it came, in UTF-8. */
  bytes?: Buffer;
  form?: UploadForm;
  /** Told by every answer, whatever becomes of the request. */
  lastModified?: Date;
}

export function stateOf(res: Response): RequestState {
  return res.locals as RequestState;
}

/** The customer of an endpoint that only customers reach. */
export function customerOf(res: Response): Customer {
  return found(stateOf(res).caller, 'caller').customer;
}

/** The bytes of the body of an endpoint that receives them. */
export function bytesOf(res: Response): Buffer {
  return found(stateOf(res).bytes, 'body');
}

/** The form of an endpoint that reads one. */
export function formOf(res: Response): UploadForm {
  return found(stateOf(res).form, 'form');
}

function found<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw new Error(`The endpoint has no handler that finds out the ${name}.`);
}
