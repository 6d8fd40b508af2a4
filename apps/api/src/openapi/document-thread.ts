import { apiDocument } from './api-document.ts';

/**
 * The document of the API as JSON.
 *
 * @public called in a thread, by its name.
 */
export function apiDocumentText(): string {
  return JSON.stringify(apiDocument());
}
