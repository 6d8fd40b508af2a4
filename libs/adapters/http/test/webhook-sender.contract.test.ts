import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhookSenderContract } from '@solano/domain/contracts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { HttpWebhookSender, type WebhookOptions } from '../src/webhook-sender.ts';
import { serve } from './service.ts';

const SECRET = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`;
const MESSAGE = { id: 'message', body: '{"type":"purchase.completed","data":{"user":"añ⚡"}}' };

webhookSenderContract('node:http', async (options) => new HttpWebhookSender(options));

test('the reference library accepts what is sent, and not under another key', async () => {
  const received = Promise.withResolvers<[string, IncomingMessage]>();
  await using service = await serve((request, response) => {
    void text(request).then((body) => received.resolve([body, request]));
    response.end();
  });
  await using sender = new HttpWebhookSender({ privateAddresses: true });
  await sender.send({ url: service.url, secret: SECRET }, MESSAGE, new Date());
  const [body, request] = await received.promise;
  const headers = request.headers as Record<string, string>;
  expect(new Webhook(SECRET).verify(body, headers)).toEqual(JSON.parse(MESSAGE.body));
  const other = new Webhook(`whsec_${Buffer.alloc(32, 'x').toString('base64')}`);
  expect(() => other.verify(body, headers)).toThrow('No matching signature');
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature');
});

describe('the addresses of a host', () => {
  test.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['10.0.0.1', '169.254.169.254']],
  ])('the addresses of a host %j are rejected without a connection', async (addresses) => {
    await using service = await serve((_, response) => void response.end());
    const { sender, asked } = senderWith({ privateAddresses: false, addresses });
    const url = `https://customer.example:${service.port}/`;
    await expect(sender.send({ url, secret: SECRET }, MESSAGE, new Date())).rejects.toMatchObject({
      code: 'webhook_rejected',
      message: 'The address of the endpoint is not public.',
    });
    expect(asked).toEqual(['customer.example']);
    expect(service.connections()).toBe(0);
  });

  test('the addresses of a host are looked up for each message: they may have become private', async () => {
    const { sender, asked } = senderWith({ privateAddresses: false, addresses: ['127.0.0.1'] });
    sender.check('https://customer.example/');
    expect(asked).toEqual([]);
    for (const times of [1, 2]) {
      const sent = sender.send(
        { url: 'https://customer.example/', secret: SECRET },
        MESSAGE,
        new Date(),
      );
      await expect(sent).rejects.toMatchObject({ code: 'webhook_rejected' });
      expect(asked).toHaveLength(times);
    }
  });

  test('the addresses of a host are used where they are allowed', async () => {
    await using service = await serve((_, response) => void response.end());
    const { sender } = senderWith({ privateAddresses: true, addresses: ['127.0.0.1'] });
    const url = `http://customer.example:${service.port}/`;
    await sender.send({ url, secret: SECRET }, MESSAGE, new Date());
    expect(service.connections()).toBe(1);
  });

  test('the addresses of a host are looked up again if none were found', async () => {
    const lookup: LookupFunction = (_, _options, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    await using sender = new HttpWebhookSender({ privateAddresses: false, lookup });
    const sent = sender.send(
      { url: 'https://customer.example/', secret: SECRET },
      MESSAGE,
      new Date(),
    );
    await expect(sent).rejects.toMatchObject({ code: 'webhook_unavailable' });
  });
});

describe('a response', () => {
  test('a response without an end is not read to its end', async () => {
    await using service = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    await using sender = new HttpWebhookSender({ privateAddresses: true });
    await sender.send({ url: service.url, secret: SECRET }, MESSAGE, new Date());
    await service.disconnected();
  });

  test('a response that takes longer than the timeout is aborted', async () => {
    await using service = await serve((_, response) => void response.write('x'));
    await using sender = new HttpWebhookSender({ privateAddresses: true, timeoutMs: 300 });
    await sender.send({ url: service.url, secret: SECRET }, MESSAGE, new Date());
    await service.disconnected();
  });

  test('a message whose sender is closed meanwhile is retried later', async () => {
    const arrived = Promise.withResolvers<void>();
    await using service = await serve(() => arrived.resolve());
    const sender = new HttpWebhookSender({ privateAddresses: true });
    const sent = sender.send({ url: service.url, secret: SECRET }, MESSAGE, new Date());
    void arrived.promise.then(() => sender[Symbol.asyncDispose]());
    await expect(sent).rejects.toMatchObject({ code: 'webhook_unavailable' });
    await service.disconnected();
  });
});

/** A sender for which every host has these addresses, and its lookups. */
function senderWith({ addresses, ...options }: WebhookOptions & { addresses: string[] }) {
  const asked: string[] = [];
  const lookup: LookupFunction = (host, { all }, callback) => {
    asked.push(host);
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  return { sender: new HttpWebhookSender({ ...options, lookup }), asked };
}
