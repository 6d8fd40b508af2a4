import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type AppDeps, createApp } from '../app.ts';
import { apiEndpoints, type EndpointDeps } from '../endpoints.ts';
import { WorkLimit } from '../http/work-limit.ts';

/** What Express keeps of a route, or of a router in the router. */
interface Layer {
  readonly route?: { readonly path: string | string[] };
  readonly handle: { readonly stack?: Layer[] };
}

function pathsOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => [
    ...(route ? [route.path].flat() : []),
    ...pathsOf(handle.stack ?? []),
  ]);
}

test('the application serves no path of the API that is not in the document', () => {
  const deps = { logger: pino({ enabled: false }), work: new WorkLimit(1) };
  const app = createApp(deps as unknown as AppDeps);
  const served = pathsOf(app.router.stack as unknown as Layer[]);
  const described = apiEndpoints({} as EndpointDeps).flatMap(({ paths }) => paths);
  expect(served.filter((path) => path.startsWith('/api/')).sort()).toEqual(described.sort());
});
