import { apiEndpoints, type EndpointDeps } from '../endpoints.ts';
import { documentOf, type OpenApiDocument } from './document.ts';

/** The document of the API without a service: it does not depend on the ports of endpoints. */
export function apiDocument(): OpenApiDocument {
  return documentOf(apiEndpoints({} as EndpointDeps));
}
