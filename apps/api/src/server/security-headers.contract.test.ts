import express from 'express';
import { expect, test } from 'vitest';
import { serve } from '#test/server';
import { securityHeaders } from './security-headers.ts';

test.each([
  [true, 'max-age=31536000; includeSubDomains'],
  [false, null],
])('strict transport security depends on https: %s', async (secure, hsts) => {
  const app = express().use(securityHeaders({ secure }));
  app.get('/', (_req, res) => void res.json({}));
  await using server = await serve(app);
  const { headers } = await fetch(server.url);
  expect(headers.get('strict-transport-security')).toBe(hsts);
});

test('a page and a file carry the headers that they need', async () => {
  const app = express().use(securityHeaders({ secure: false }));
  app.get('/', (_req, res) => {
    res.set({ 'Content-Security-Policy': "default-src 'self'", 'Cache-Control': 'private' });
    res.send('page');
  });
  await using server = await serve(app);
  const { headers } = await fetch(server.url);
  expect(headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(headers.get('cache-control')).toBe('private');
});
