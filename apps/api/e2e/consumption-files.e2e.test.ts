import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendFile, valuesOf } from './measurements.ts';
import { idOf, openService, type TestService } from './service.ts';

let service: TestService;
let key: string;
let otherKey: string;

beforeAll(async () => {
  service = await openService();
  ({ key } = await service.customer('Norte'));
  ({ key: otherKey } = await service.customer('Sur'));
});
afterAll(() => service[Symbol.asyncDispose]());

const DAY = '2026-03-10';
const TWO = { '2026-03-10T00:00': 12.5, '2026-03-10T01:00': 7 };

describe('a file of consumption', () => {
  const base = (user: string) => `/api/v0/user/${encodeURIComponent(user)}/consumption`;

  test('a file of consumption has a column for each group, and belongs to its user and retailer alone', async () => {
    const user = 'Ñandú / 1 & co?';
    const content = 'Fecha;Hora;2.0TD (MWh);3.0TD (MWh)\n2026-03-10;1;12,5;1\n2026-03-10;2;7;\n';
    const path = `${base(user)}/files?retailer_id=R%201`;
    const sent = await sendFile(service, path, { content, fields: { zone: 'Europe/Madrid' } }, key);
    expect(sent).toMatchObject({ status: 201, json: { rows: 3, series: ['2.0TD', '3.0TD'] } });
    const days = `&from=${DAY}&to=${DAY}`;
    const of = (query: string) => valuesOf(service, `${base(user)}/?${query}${days}`, key);
    expect(await of('retailer_id=R%201&group=2.0TD')).toEqual(TWO);
    expect(await of('retailer_id=R%201&group=3.0TD')).toEqual({ '2026-03-10T00:00': 1 });
    expect(await of('retailer_id=R2')).toEqual({});
    const uploads = (query: string, as = key) =>
      service.call('GET', `${base(user)}/uploads?retailer_id=${query}`, { key: as });
    expect((await uploads('R%201')).json).toMatchObject([{ id: idOf(sent) }]);
    expect((await uploads('R2')).json).toEqual([]);
    expect((await uploads('R%201', otherKey)).json).toEqual([]);
    const removal = `${base(user)}/uploads/${idOf(sent)}?retailer_id=`;
    expect((await service.call('DELETE', `${removal}R2`, { key })).status).toBe(404);
    expect((await service.call('DELETE', `${removal}R%201`, { key })).status).toBe(204);
    expect(await of('retailer_id=R%201')).toEqual({});
  });

  test('a curve of a distributor without a header is recorded by supply point, or summed into a group', async () => {
    const rows = ['ES0031000000000001JN0F', 'ES0031000000000002JS'].map(
      (cups) => `${cups};2026/03/10 01:00;0;1000000;0;\n${cups};2026/03/10 02:00;0;2000000;0;\n`,
    );
    const send = (query: string, content: string) =>
      sendFile(service, `${base('p5d')}/files?retailer_id=R${query}`, { content }, key);
    expect(await send('', rows.join(''))).toMatchObject({
      status: 201,
      json: { rows: 4, series: ['ES0031000000000001JN0F', 'ES0031000000000002JS'] },
    });
    expect(await send('&group=sur', rows.join(''))).toMatchObject({ json: { series: ['sur'] } });
    const days = `&from=${DAY}&to=${DAY}`;
    const path = `${base('p5d')}/?retailer_id=R&group=sur${days}`;
    expect(await valuesOf(service, path, key)).toEqual({
      '2026-03-10T00:00': 2,
      '2026-03-10T01:00': 4,
    });
    expect(
      await send('', `${rows[0]}ES0031000000000001JN0F;2026/03/10 03:00;0;x;0;`),
    ).toMatchObject({
      status: 400,
      json: { problems: [{ line: 3, column: 'AE (Wh)', value: 'x' }] },
    });
  });

  test('portfolios with consumption are listed once each, by user and retailer', async () => {
    const { key: own } = await service.customer('Este');
    const list = (as?: string) =>
      service.call('GET', '/api/v0/consumption/portfolios', as === undefined ? {} : { key: as });
    expect((await list(own)).json).toEqual([]);
    const content = 'Fecha;Hora;a (MWh);b (MWh)\n2026-03-10;1;12,5;1\n';
    const fields = { zone: 'Europe/Madrid' };
    for (const [user, retailer] of [
      ['b', 'r'],
      ['a', 's'],
      ['a', 'r'],
    ] as const) {
      await sendFile(
        service,
        `${base(user)}/files?retailer_id=${retailer}`,
        { content, fields },
        own,
      );
    }
    const first = { first_start_utc: '2026-03-09T23:00:00.000Z' };
    expect((await list(own)).json).toEqual([
      { user: 'a', retailer_id: 'r', ...first },
      { user: 'a', retailer_id: 's', ...first },
      { user: 'b', retailer_id: 'r', ...first },
    ]);
    expect((await list()).status).toBe(401);
  });

  test('a file of consumption without a retailer is rejected', async () => {
    const path = `${base('ana')}/files`;
    expect(await sendFile(service, path, { content: 'utc;mw\n' }, key)).toMatchObject({
      status: 400,
      json: { error: 'Missing required query parameter: retailer_id' },
    });
  });
});
