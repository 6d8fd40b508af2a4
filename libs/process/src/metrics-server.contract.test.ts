import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { ConfigError } from '@solano/config';
import { expect, test } from 'vitest';
import { MetricsServer } from './metrics-server.ts';

const REGISTRY = {
  contentType: 'text/plain; version=0.0.4',
  metrics: async () => 'solano_jobs 1\n',
};

const listen = (address: string, registry = REGISTRY, log = { error: () => {} }) =>
  MetricsServer.listen(address, registry, log);

test('the metrics are served at their path, and nothing else is', async () => {
  await using server = await listen('127.0.0.1:0');
  const response = await fetch(server.url);
  expect([response.status, await response.text()]).toEqual([200, 'solano_jobs 1\n']);
  expect(response.headers.get('content-type')).toBe(REGISTRY.contentType);
  expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
  const posted = await fetch(server.url, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await fetch(new URL('/', server.url))).status).toBe(404);
});

test('metrics that cannot be read are a 500, and their error is logged', async () => {
  const err = new Error('broken');
  const metrics = () => Promise.reject(err);
  const lines: unknown[] = [];
  const log = { error: (...line: unknown[]) => void lines.push(line) };
  await using server = await listen('127.0.0.1:0', { ...REGISTRY, metrics }, log);
  expect((await fetch(server.url)).status).toBe(500);
  expect(lines).toEqual([[{ err }, 'the metrics could not be read']]);
});

test('an address that is in use is rejected with the variable that names it', async () => {
  await using server = await listen('127.0.0.1:0');
  const { host } = new URL(server.url);
  const error: unknown = await listen(host).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect(error).toHaveProperty(
    'message',
    expect.stringMatching(`METRICS_ADDRESS ${host}: .*EADDRINUSE`),
  );
});

test('metrics are served on when connections cannot be accepted', async () => {
  await using server = await listen('127.0.0.1:0');
  const failAccept = (message: unknown) => {
    (message as { server: Server }).server.emit('error', new Error('accept EMFILE'));
  };
  subscribe('http.server.request.start', failAccept);
  try {
    expect((await fetch(server.url)).status).toBe(200);
    expect((await fetch(server.url)).status).toBe(200);
  } finally {
    unsubscribe('http.server.request.start', failAccept);
  }
});
