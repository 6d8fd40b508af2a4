import type { PurchaseUpdates } from '@solano/domain/desk/jobs';
import { describe, expect, test } from 'vitest';
import { opened, tokens } from './callbacks.ts';
import { serve } from './service.ts';

const purchase = { id: 'id', user: 'user', requestId: null };

describe('a call of HttpPurchaseUpdates', () => {
  test('a callback does not follow a redirection', async () => {
    await using service = await serve((_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await using updates = opened({ url: service.url });
    await expect(report(updates)).rejects.toMatchObject({
      code: 'report_misconfigured',
      message: expect.stringContaining('The update endpoint answered 307: '),
    });
    expect(service.requests()).toBe(1);
  });

  test('a callback is sent again compressed where a proxy responds with 413 before it has read the body', async () => {
    await using service = await serve((request, response) => {
      if (request.headers['content-encoding'] === 'gzip') response.end('{}');
      else response.writeHead(413, { connection: 'close' }).end();
    });
    await using updates = opened({ url: service.url });
    const outputs = [{ idmodel: 1, json: `"${'x'.repeat(20_000_000)}"` }];
    await updates.report(purchase, { status: 'completed', outputs });
    expect(service.requests()).toBe(2);
  });

  test('a callback shares its connection with the calls that follow', async () => {
    await using service = await serve((request, response) => {
      request.resume().on('end', () => response.end('{}'));
    });
    await using updates = opened({ url: service.url });
    for (let i = 0; i < 5; i += 1) {
      await report(updates);
      await service.responded();
    }
    expect(service.connections()).toBe(1);
  });

  test('a callback does not read an endless response to its end', async () => {
    await using service = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await using updates = opened({ url: service.url });
    await report(updates);
    await service.disconnected();
  });

  test('a callback has a token that is valid for ten minutes', async () => {
    let token = '';
    await using service = await serve((request, response) => {
      token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      response.end();
    });
    const now = new Date('2026-01-01T00:00:00Z');
    await using updates = opened({ url: service.url, clock: () => now });
    await report(updates);
    const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    expect(tokens.accepts(token, 'id', after(9.99))).toBe(true);
    expect(tokens.accepts(token, 'id', after(10))).toBe(false);
  });

  test('a callback is signed with the previous secret where the API does not know the current one', async () => {
    const signed: string[] = [];
    let known = 'old';
    await using service = await serve((request, response) => {
      const secret = request.headers.authorization?.replace('Bearer ', '') ?? '';
      signed.push(secret);
      request.resume().on('end', () => response.writeHead(secret === known ? 200 : 401).end());
    });
    const issue = (_id: string, _at: Date, secret = 0) => ['new', 'old'][secret] ?? '';
    const two = { ...tokens, secretCount: 2, issue };
    await using updates = opened({ url: service.url, tokens: two });
    await report(updates);
    await report(updates);
    expect(signed).toEqual(['new', 'old', 'old']);
    known = 'new';
    await report(updates);
    await report(updates);
    expect(signed.slice(3)).toEqual(['old', 'new', 'new']);
    known = 'another';
    await expect(report(updates)).rejects.toMatchObject({ code: 'report_misconfigured' });
    expect(signed.slice(6)).toEqual(['new', 'old']);
  });

  test('a callback to an API that does not know a stored purchase is misconfigured', async () => {
    await using service = await serve((_, response) => {
      response.writeHead(404).end('{"error":"Purchase not found."}');
    });
    await using updates = opened({ url: service.url, isStored: async (id) => id === 'id' });
    await expect(report(updates)).rejects.toMatchObject({
      code: 'report_misconfigured',
      message: expect.stringContaining('CALLBACK_URL is an API on the same database'),
      cause: { code: 'purchase_not_found' },
    });
  });

  test('a callback whose client is closed meanwhile fails with a retryable error', async () => {
    const arrived = Promise.withResolvers<void>();
    await using service = await serve(() => arrived.resolve());
    const updates = opened({ url: service.url });
    const reported = report(updates);
    void arrived.promise.then(() => updates[Symbol.asyncDispose]());
    await expect(reported).rejects.toMatchObject({ code: 'report_unavailable' });
    await service.disconnected();
  });
});

function report(updates: PurchaseUpdates): Promise<void> {
  return updates.report(purchase, { status: 'in_progress', outputs: [] });
}
