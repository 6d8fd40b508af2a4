import type { z } from 'zod';

/** How the OpenAPI document describes an operation, besides what holds for all of them. */
export interface OperationAbout {
  /** Where it is documented: with variants of its path, once for each. */
  readonly at: readonly Place[];
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The request headers that it reads, besides `Authorization`. */
  readonly headers?: z.ZodObject;
  readonly body?: BodyAbout;
  /** The token is a field of the form instead of a header. */
  readonly tokenInForm?: boolean;
  /** By status. What every operation may answer is added to it. */
  readonly answers: Readonly<Record<number, AnswerAbout>>;
}

/** A path of the document, as the contract writes it. */
export interface Place {
  /** The `operationId`. */
  readonly id: string;
  readonly path: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
}

export type Tag =
  | 'Purchases'
  | 'Strategies'
  | 'Plants'
  | 'Unavailabilities'
  | 'Outages'
  | 'Forecasts'
  | 'Prices';

export interface BodyAbout extends Content {
  /** No body says as much as an empty object. */
  readonly mayBeMissing?: boolean;
  readonly mediaType: 'application/json' | 'multipart/form-data';
  /** Media types of the parts of a form, where they are not the usual ones. */
  readonly parts?: Readonly<Record<string, string>>;
}

export interface AnswerAbout {
  readonly description: string;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** By media type; left out where there is no body. */
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Content {
  readonly schema: z.ZodType | BinarySchema;
  /** By a name or, for refusals, by their message. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** What has no schema of JSON: bytes. */
interface BinarySchema {
  readonly type: 'string';
  readonly format: 'binary';
}
