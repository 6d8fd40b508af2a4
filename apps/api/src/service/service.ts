import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { json } from '../http/response.ts';
import { GET_SERVICE } from './document.ts';
import type { ServiceStateDeps } from './read-state.ts';

/** `GET /api/v0/service`: the state of the service for operators. */
export function serviceEndpoint(deps: ServiceStateDeps): Endpoint {
  const get = operation({
    scopes: ['operator'],
    async handle() {
      const { readState } = await import('./read-state.ts');
      return json(await readState(deps));
    },
    metadata: GET_SERVICE,
  });

  return endpoint({ paths: ['/api/v0/service'], methods: { get } });
}
