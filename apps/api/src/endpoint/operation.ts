import { PARQUET_TYPE, XLSX_TYPE } from '@solano/spreadsheet/formats';
import type { z } from 'zod';

/** Describes an operation in the OpenAPI document, beyond the parts common to all of them. */
export interface OperationMetadata {
  /** The `operationId`. */
  readonly id: string;
  /** The path as the contract writes it, if it differs from the endpoint's own. */
  readonly path?: string;
  /** The path parameters, if the contract names them differently than the endpoint. */
  readonly params?: z.ZodObject;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The request headers that it reads, besides `Authorization`. */
  readonly headers?: z.ZodObject;
  readonly body?: BodyMetadata;
  /** No key is needed. */
  readonly anonymous?: boolean;
  /** The token is a field of the form instead of a header. */
  readonly tokenInForm?: boolean;
  /** Responses by status. Those of every operation are added to them. */
  readonly responses: Readonly<Record<number, ResponseMetadata>>;
}

export type Tag =
  | 'Purchases'
  | 'Strategies'
  | 'Plants'
  | 'Unavailabilities'
  | 'Outages'
  | 'Measured energy'
  | 'Executed trades'
  | 'Deviation'
  | 'Forecasts'
  | 'Prices'
  | 'Session'
  | 'Keys'
  | 'Customers'
  | 'Webhooks'
  | 'Audit'
  | 'Service'
  | 'Markets';

export interface BodyMetadata extends Content {
  /** A request without a body stands for an empty object. */
  readonly mayBeMissing?: boolean;
  readonly mediaType: 'application/json' | 'multipart/form-data';
  /** Alternative bodies by media type. */
  readonly others?: Readonly<Record<string, Content>>;
  /** Media types of the parts of a form, if they are not the usual ones. */
  readonly parts?: Readonly<Record<string, string>>;
}

export interface ResponseMetadata {
  readonly description: string;
  readonly headers?: Readonly<Record<string, z.ZodType>>;
  /** Content by media type; undefined if there is no body. */
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Content {
  readonly schema: z.ZodType | BinarySchema;
  /** Examples by a name or, for rejections, by their message. */
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** Bytes, which have no JSON schema. */
interface BinarySchema {
  readonly type: 'string';
  readonly format: 'binary';
}

/** The content of a file. */
export const BINARY: Content = { schema: { type: 'string', format: 'binary' } };

export const WORKBOOK = { [XLSX_TYPE]: BINARY };

/** A table as a file for spreadsheets, or for data tools. */
export const TABLE_FILES = { ...WORKBOOK, [PARQUET_TYPE]: BINARY };

type Examples = NonNullable<Content['examples']>;

/** A response whose body is JSON. */
export function jsonResponse(
  description: string,
  schema: z.ZodType,
  examples: Examples,
  headers: ResponseMetadata['headers'] = {},
): ResponseMetadata {
  return { description, headers, content: { 'application/json': { schema, examples } } };
}

/** The response also in the forms of other media types. */
export function withFiles(
  response: ResponseMetadata,
  mediaTypes: readonly string[],
): ResponseMetadata {
  const files = Object.fromEntries(mediaTypes.map((type) => [type, BINARY]));
  return { ...response, content: { ...response.content, ...files } };
}

/** A request body of JSON. */
export function jsonBody(
  schema: z.ZodType,
  examples: Examples,
  more: Pick<BodyMetadata, 'mayBeMissing'> = {},
): BodyMetadata {
  return { mediaType: 'application/json', schema, examples, ...more };
}
