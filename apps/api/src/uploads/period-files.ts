import {
  type Caller,
  type FileUpload,
  type FileUploadStore,
  type UploadFilter,
  uploadsOf,
} from '@solano/domain/service';
import {
  PortfolioPath,
  PortfolioQuery,
  PortfolioUploadPath,
  PortfolioUploadsQuery,
} from '@solano/schemas';
import type { Request, Response } from 'express';
import { jsonBytes } from '../body/json.ts';
import { receiveForm, type UploadFormDeps } from '../body/upload-form.ts';
import type { FairQueue } from '../readers/fair-queue.ts';
import type { FileEndpointDeps } from './file-endpoints.ts';

/** What the endpoints of every kind of file of periods need. */
export interface PeriodFileEndpointDeps extends FileEndpointDeps {
  readonly fileUploads: FileUploadStore;
  /** Limits of files of periods, and of their values in JSON. */
  readonly seriesBodies: UploadFormDeps;
  /** For files of periods, which may be large: of one customer one after the other, whatever their kinds. */
  readonly seriesQueue: FairQueue;
}

/** What is the same of all kinds of files of periods. */
export function periodFiles<Input>(
  { fileUploads, seriesBodies, seriesQueue }: PeriodFileEndpointDeps,
  targetOf: (input: Input) => UploadFilter,
) {
  return {
    queue: seriesQueue,
    receive: (req: Request, res: Response, caller: Caller) =>
      receiveForm(seriesBodies, req, res, caller),
    uploads: (input: Input) => uploadsOf(fileUploads, targetOf(input)),
  };
}

/** Receives values in JSON, within the limits of files. */
export function receiveValues({ seriesBodies: limits }: PeriodFileEndpointDeps) {
  return (req: Request, res: Response, caller: Caller): Promise<Buffer> => {
    const { maxUploadBytes, bodies } = limits;
    return jsonBytes<Caller>({ maxBytes: () => maxUploadBytes, bodies })(req, res, caller);
  };
}

/** The parameters of a portfolio's files. */
export const OF_PORTFOLIO = {
  params: PortfolioPath,
  uploadParams: PortfolioUploadPath,
  query: PortfolioQuery,
  fileQuery: PortfolioQuery,
  listQuery: PortfolioUploadsQuery,
  removalQuery: PortfolioQuery,
};

interface PortfolioInput {
  readonly params: { readonly user: string };
  readonly query: { readonly retailer_id: string };
}

/** Returns a function that gives what a request for a portfolio is about. */
export function ofPortfolio<Kind extends 'consumption' | 'trades'>(kind: Kind) {
  return ({ params, query }: PortfolioInput) => {
    return { kind, user: params.user, retailer: query.retailer_id };
  };
}

export function recordedJson({ rows, from, to, ...upload }: FileUpload) {
  return { rows, ...namesOf(upload), from, to };
}

export function listedJson({
  id,
  fileName,
  rows,
  from,
  to,
  uploadedAt,
  by,
  ...upload
}: FileUpload) {
  const names = namesOf(upload);
  return { id, ...names, file_name: fileName, rows, from, to, uploaded_at: uploadedAt, by };
}

function namesOf({ kind, series }: Pick<FileUpload, 'kind' | 'series'>) {
  return kind === 'trades' ? { sessions: series } : { series };
}
