import { SOURCE } from '@solano/domain/contracts';
import { MemoryDatabase, MemoryStrategyStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import { MODELS } from '../models/models.ts';
import type { StrategySetting } from '../models/parameters.ts';
import type { StrategyOwner, StrategyStore } from './catalogue.ts';
import { listStrategies, setStrategies } from './catalogue.ts';

const owner: StrategyOwner = { customerId: 'c1', user: 'ana', retailer: 'r1' };

function storeOf(): StrategyStore {
  const database = new MemoryDatabase();
  for (const id of ['c1', 'c2']) {
    database.customers.set(id, { id, name: id, folder: null, permissions: [] });
  }
  return new MemoryStrategyStore(database);
}

const modelsOf = async (store: StrategyStore, whose = owner) => {
  return (await listStrategies(store, whose)).models;
};

const clock = () => new Date('2026-11-21T10:00:00Z');

async function listAfter(settings: unknown) {
  const store = storeOf();
  await setStrategies({ strategies: store, clock }, SOURCE, owner, settings);
  return modelsOf(store);
}

const pick = (list: readonly { idmodel: number }[], idmodel: number) =>
  list.find((each) => each.idmodel === idmodel);

describe('the list', () => {
  test('the list has the eight models by ascending idmodel, the last three off', async () => {
    const list = await modelsOf(storeOf());
    const ids = list.map(({ idmodel }) => idmodel);
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(MODELS.map(({ idmodel }) => idmodel)).toEqual(ids);
    expect(list.filter(({ enabled }) => !enabled).map(({ idmodel }) => idmodel)).toEqual([6, 7, 8]);
    for (const each of list) {
      expect(each.sessions).toEqual(['MD', 'MID1', 'MID2', 'MID3']);
      expect(each.description).not.toBe('');
    }
  });

  test.each([
    [1, 'DAY_AHEAD', {}],
    [2, 'LADDER', { weights_percent: { MD: 70, MID1: 15, MID2: 10, MID3: 5 } }],
    [
      3,
      'CHEAPEST_CAPPED',
      { fee_eur_per_mwh: 0.25, caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 } },
    ],
    [
      4,
      'MEAN_VARIANCE',
      {
        fee_eur_per_mwh: 0.25,
        caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
        worst_decile_loss: null,
        risk_aversion: 0.02,
      },
    ],
    [
      5,
      'CVAR_DAY',
      {
        caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
        worst_decile_loss: null,
        confidence: 0.9,
        tail_weight: 0.5,
      },
    ],
    [
      6,
      'SPREAD_RESALE',
      { fee_eur_per_mwh: 0.25, min_spread_eur_per_mwh: 2, max_resale_percent: 20 },
    ],
    [
      7,
      'LIMIT_BIDS',
      {
        fee_eur_per_mwh: 0.25,
        caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 },
        worst_decile_loss: null,
      },
    ],
    [
      8,
      'HOURLY_MEAN',
      { fee_eur_per_mwh: 0.25, caps_percent: { MD: 100, MID1: 40, MID2: 30, MID3: 30 } },
    ],
  ])('model %d is %s with its defaults', async (idmodel, name, parameters) => {
    const found = pick(await modelsOf(storeOf()), idmodel);
    expect(found).toMatchObject({ idmodel, name });
    expect(found).toHaveProperty('parameters', parameters);
  });

  test('the list shows what the models need', async () => {
    const list = await modelsOf(storeOf());
    const prices = ['price_predictions'];
    const history = [...prices, 'price_history'];
    expect(list.map(({ inputs }) => inputs)).toEqual([
      [],
      [],
      prices,
      history,
      history,
      prices,
      [...history, 'spread_curves'],
      [...prices, 'mean_spreads'],
    ]);
  });
});

describe('settings', () => {
  test('settings change the fields that they name and no others', async () => {
    const before = await modelsOf(storeOf());
    const list = await listAfter([
      { idmodel: 6, enabled: true, parameters: { max_resale_percent: 35.5 } },
      { idmodel: 2, parameters: { weights_percent: { MD: 0, MID3: 50 } } },
      { idmodel: 1, enabled: false },
    ]);
    expect(pick(await listAfter([{ idmodel: 6, parameters: {} }]), 6)).toEqual(pick(before, 6));
    expect(pick(list, 6)).toMatchObject({
      enabled: true,
      parameters: { fee_eur_per_mwh: 0.25, min_spread_eur_per_mwh: 2, max_resale_percent: 35.5 },
    });
    expect(pick(list, 2)).toMatchObject({
      enabled: true,
      parameters: { weights_percent: { MD: 0, MID1: 15, MID2: 10, MID3: 50 } },
    });
    expect(pick(list, 1)).toMatchObject({ enabled: false, parameters: {} });
    expect(pick(list, 3)).toEqual(pick(before, 3));
  });

  test('settings may be the catalogue as listed, which changes nothing', async () => {
    const list = await listAfter([{ idmodel: 6, enabled: true, parameters: {} }]);
    expect(await listAfter(list)).toEqual(list);
  });

  test('settings replace earlier ones as a whole', async () => {
    const store = storeOf();
    const before = await modelsOf(store);
    await setStrategies({ strategies: store, clock }, SOURCE, owner, [
      { idmodel: 1, enabled: false, parameters: {} },
    ]);
    await setStrategies({ strategies: store, clock }, SOURCE, owner, []);
    expect(await modelsOf(store)).toEqual(before);
  });

  test.each([
    { ...owner, customerId: 'c2' },
    { ...owner, user: 'berta' },
    { ...owner, retailer: 'r2' },
  ])('settings do not apply to %j', async (other) => {
    const store = storeOf();
    const before = await modelsOf(store, other);
    await setStrategies({ strategies: store, clock }, SOURCE, owner, [
      { idmodel: 1, enabled: false, parameters: {} },
    ]);
    expect(await modelsOf(store, other)).toEqual(before);
  });

  const three = (parameters: unknown) => [{ idmodel: 3, enabled: true, parameters }];

  test.each([
    [4, 'risk_aversion', 0, 1_000_000],
    [4, 'worst_decile_loss', 0, 1_000_000],
    [5, 'worst_decile_loss', 0, 1_000_000],
    [7, 'worst_decile_loss', 0, 1_000_000],
    [5, 'confidence', 0, 0.99],
    [5, 'tail_weight', 0, 1],
  ])('settings of model %i accept a %s from %d to %d', async (idmodel, name, least, most) => {
    for (const value of [least, most]) {
      const list = await listAfter([{ idmodel, parameters: { [name]: value } }]);
      expect(pick(list, idmodel)).toHaveProperty(`parameters.${name}`, value);
    }
    for (const value of [least - 0.01, most + 0.001]) {
      const rejected = listAfter([{ idmodel, parameters: { [name]: value } }]);
      await expect(rejected).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(`[0].parameters.${name}`),
      });
    }
  });

  test('settings may have no budget', async () => {
    const list = await listAfter([{ idmodel: 5, parameters: { worst_decile_loss: null } }]);
    expect(pick(list, 5)).toHaveProperty('parameters.worst_decile_loss', null);
  });

  test.each([
    ['no array', { idmodel: 1 }, ''],
    ['null', null, ''],
    ['a text', 'x', ''],
    ['an entry that is not an object', [1], '[0]'],
    ['a null entry', [{ idmodel: 1 }, null], '[1]'],
    ['no idmodel', [{}], '[0].idmodel'],
    ['an unknown model', [{ idmodel: 9 }], '[0].idmodel'],
    ['an idmodel in quotes', [{ idmodel: '1' }], '[0].idmodel'],
    ['a model named twice', [{ idmodel: 2 }, { idmodel: 1 }, { idmodel: 2 }], '2'],
    ['enabled as text', [{ idmodel: 1, enabled: 'yes' }], '[0].enabled'],
    ['enabled null', [{ idmodel: 1, enabled: null }], '[0].enabled'],
    ['parameters as array', three([]), '[0].parameters'],
    ['an unknown parameter', three({ fee: 1 }), '[0].parameters.fee'],
    ["Object's own names", three({ toString: {} }), '[0].parameters.toString'],
    [
      'a budget as text',
      [{ idmodel: 4, parameters: { worst_decile_loss: '' } }],
      '[0].parameters.worst_decile_loss',
    ],
    ['a number that is null', three({ fee_eur_per_mwh: null }), '[0].parameters.fee_eur_per_mwh'],
    ['a number as text', three({ fee_eur_per_mwh: '1' }), '[0].parameters.fee_eur_per_mwh'],
    ['a number below', three({ fee_eur_per_mwh: -0.01 }), '[0].parameters.fee_eur_per_mwh'],
    ['a number above', three({ fee_eur_per_mwh: 1e9 }), '[0].parameters.fee_eur_per_mwh'],
    ['no number', three({ fee_eur_per_mwh: Number.NaN }), '[0].parameters.fee_eur_per_mwh'],
    ['a cap for all', three({ caps_percent: 50 }), '[0].parameters.caps_percent'],
    [
      'an unknown session',
      three({ caps_percent: { MID4: 1 } }),
      '[0].parameters.caps_percent.MID4',
    ],
    ['a cap above a whole', three({ caps_percent: { MD: 101 } }), '[0].parameters.caps_percent.MD'],
    ['a cap below zero', three({ caps_percent: { MD: -1 } }), '[0].parameters.caps_percent.MD'],
    [
      'a cap of three decimals',
      three({ caps_percent: { MD: 33.335 } }),
      '[0].parameters.caps_percent.MD',
    ],
    ['a cap that is null', three({ caps_percent: { MD: null } }), '[0].parameters.caps_percent.MD'],
  ])(
    'settings are rejected with the field named, and nothing is stored: %s',
    async (_, settings, place) => {
      const store = storeOf();
      const before = await modelsOf(store);
      await expect(
        setStrategies({ strategies: store, clock }, SOURCE, owner, settings),
      ).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining(place),
      });
      expect(await modelsOf(store)).toEqual(before);
    },
  );
});

describe('versions', () => {
  const off = (idmodel: number) => [{ idmodel, enabled: false, parameters: {} }];
  const enabled = (models: readonly StrategySetting[]) => {
    return models.filter((model) => model.enabled).map(({ idmodel }) => idmodel);
  };

  test('versions count from 1, and each stays readable; 0 are the defaults', async () => {
    const store = storeOf();
    const deps = { strategies: store, clock };
    expect(await listStrategies(store, owner)).toMatchObject({ version: 0 });
    const first = await setStrategies(deps, SOURCE, owner, off(1));
    expect(first).toEqual({ version: 1, models: await modelsOf(store) });
    await setStrategies(deps, SOURCE, owner, off(2));
    const { version, models } = await listStrategies(store, owner);
    expect([version, enabled(models)]).toEqual([2, [1, 3, 4, 5]]);
    expect(await listStrategies(store, owner, 1)).toEqual(first);
    expect(enabled((await listStrategies(store, owner, 0)).models)).toEqual([1, 2, 3, 4, 5]);
  });

  test('versions that do not exist are not found', async () => {
    await expect(listStrategies(storeOf(), owner, 1)).rejects.toMatchObject({ code: 'not_found' });
  });
});
