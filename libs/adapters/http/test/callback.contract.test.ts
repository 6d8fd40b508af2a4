import type { CallbackTokens, PurchaseCallback } from '@solano/domain';
import { purchaseCallbackContract } from '@solano/domain/contracts';
import { describe, expect, test } from 'vitest';
import { HttpPurchaseCallback } from '../src/callback.ts';
import { serve } from './service.ts';

/** Tokens in plain text. */
const tokens: CallbackTokens = {
  secretCount: 1,
  issue: (id, expiresAt) => `${id}.${expiresAt.getTime()}`,
  recognises: (token) => /\.\d+$/.test(token),
  accepts: (token, id, at) =>
    token.startsWith(`${id}.`) && at.getTime() < Number(token.slice(id.length + 1)),
};
const clock = () => new Date();
const purchase = { id: 'id', user: 'user', requestId: null };

purchaseCallbackContract('node:http', async ({ url, timeoutMs }) => {
  const callback = new HttpPurchaseCallback({ url, timeoutMs, tokens, clock });
  return { callback, tokens, [Symbol.asyncDispose]: () => callback[Symbol.asyncDispose]() };
});

describe('a call of HttpPurchaseCallback', () => {
  test('does not follow a redirection', async () => {
    await using service = await serve((_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await using callback = opened(service.url);
    await expect(notify(callback)).rejects.toMatchObject({
      code: 'callback_misconfigured',
      message: expect.stringContaining('The update endpoint answered 307: '),
    });
    expect(service.requests()).toBe(1);
  });

  test('is sent again compressed where a proxy responds with 413 before it has read the body', async () => {
    await using service = await serve((request, response) => {
      if (request.headers['content-encoding'] === 'gzip') response.end('{}');
      else response.writeHead(413, { connection: 'close' }).end();
    });
    await using callback = opened(service.url);
    const outputs = `["${'x'.repeat(20_000_000)}"]`;
    await callback.notify(purchase, { status: 'completed', outputs });
    expect(service.requests()).toBe(2);
  });

  test('shares its connection with the calls that follow', async () => {
    await using service = await serve((request, response) => {
      request.resume().on('end', () => response.end('{}'));
    });
    await using callback = opened(service.url);
    for (let i = 0; i < 5; i += 1) {
      await notify(callback);
      await service.responded();
    }
    expect(service.connections()).toBe(1);
  });

  test('does not read an endless response to its end', async () => {
    await using service = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await using callback = opened(service.url);
    await notify(callback);
    await service.disconnected();
  });

  test('has a token that is valid for ten minutes', async () => {
    let token = '';
    await using service = await serve((request, response) => {
      token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      response.end();
    });
    const now = new Date('2026-01-01T00:00:00Z');
    await using callback = new HttpPurchaseCallback({ url: service.url, tokens, clock: () => now });
    await notify(callback);
    const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    expect(tokens.accepts(token, 'id', after(9.99))).toBe(true);
    expect(tokens.accepts(token, 'id', after(10))).toBe(false);
  });

  test('is signed with the previous secret where the API does not know the current one', async () => {
    const signed: string[] = [];
    let known = 'old';
    await using service = await serve((request, response) => {
      const secret = request.headers.authorization?.replace('Bearer ', '') ?? '';
      signed.push(secret);
      request.resume().on('end', () => response.writeHead(secret === known ? 200 : 401).end());
    });
    const issue = (_id: string, _at: Date, secret = 0) => ['new', 'old'][secret] ?? '';
    const two = { ...tokens, secretCount: 2, issue };
    await using callback = new HttpPurchaseCallback({ url: service.url, tokens: two, clock });
    await notify(callback);
    await notify(callback);
    expect(signed).toEqual(['new', 'old', 'old']);
    known = 'new';
    await notify(callback);
    await notify(callback);
    expect(signed.slice(3)).toEqual(['old', 'new', 'new']);
    known = 'another';
    await expect(notify(callback)).rejects.toMatchObject({ code: 'callback_misconfigured' });
    expect(signed.slice(6)).toEqual(['new', 'old']);
  });

  test('fails with a retryable error where the client is closed meanwhile', async () => {
    const arrived = Promise.withResolvers<void>();
    await using service = await serve(() => arrived.resolve());
    const callback = opened(service.url);
    const notified = notify(callback);
    void arrived.promise.then(() => callback.close());
    await expect(notified).rejects.toMatchObject({ code: 'callback_unavailable' });
    await service.disconnected();
  });
});

function opened(url: string): HttpPurchaseCallback {
  return new HttpPurchaseCallback({ url, tokens, clock });
}

function notify(callback: PurchaseCallback): Promise<void> {
  return callback.notify(purchase, { status: 'in_progress', outputs: '[]' });
}
