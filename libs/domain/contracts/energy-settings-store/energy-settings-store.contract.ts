import { DEFAULT_PORTFOLIO_SETTINGS, type PortfolioSettings } from '@solano/domain/energy';
import { describe, expect, test } from 'vitest';
import { addedCustomer, addedPlant, anEntry, ODD_TEXTS, UNKNOWN_IDS } from '../examples.ts';
import { codeOf, concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite, type TwoHandles } from '../stores.ts';

const PORTFOLIO = { user: 'user', retailer: 'retailer' };
const VARIED: PortfolioSettings = {
  knownAfterMinutes: 129_600,
  losses: [
    { from: '2026-02-01', percent: '5.25' },
    { from: '2026-03-01', percent: '0' },
  ],
  region: 'ES-MD',
  place: { lat: 40.4167754, lon: -3.7037902 },
  groups: [
    { group: 'sur', ends: '2026-03-31' },
    { group: 'Ñ "\\', ends: null },
    { group: '', ends: '2026-01-01' },
  ],
};

/** What every EnergySettingsStore does. */
export function energySettingsStoreContract(name: string, open: OpenStores): void {
  describe(`EnergySettingsStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('plants', () => {
      plants(handles);
    });
    describe('portfolios', () => {
      portfolios(handles);
    });
  });
}

function plants(handles: TwoHandles): void {
  test('settings of plants are the last that were put, those without any left out', async () => {
    const { here, there } = handles;
    const first = await addedPlant(here);
    const { customerId } = first;
    const second = await addedPlant(here, { customerId });
    const third = await addedPlant(here, { customerId });
    const put = (id: string, knownAfterMinutes: number) =>
      here.energySettings.putPlant(customerId, id, { knownAfterMinutes }, anEntry());
    await put(first.id, 5);
    await put(second.id, 0);
    await put(first.id, 129_600);
    const ids = [first.id, second.id, third.id, 'no id'];
    expect(await there.energySettings.ofPlants(customerId, ids)).toEqual(
      new Map([
        [first.id, { knownAfterMinutes: 129_600 }],
        [second.id, { knownAfterMinutes: 0 }],
      ]),
    );
    expect(await there.energySettings.ofPlants(customerId, [])).toEqual(new Map());
  });

  test('settings of a plant are put with their audit entry, and neither without the other', async () => {
    const { here, there } = handles;
    const { id, customerId } = await addedPlant(here);
    const entry = anEntry({ action: 'plant.settings', customerId, subject: id });
    await here.energySettings.putPlant(customerId, id, { knownAfterMinutes: 5 }, entry);
    const bad = anEntry({ customerId, subject: 'a\0b' });
    const put = here.energySettings.putPlant(customerId, id, { knownAfterMinutes: 6 }, bad);
    expect(await codeOf(put)).toBe('invalid_request');
    const found = await there.energySettings.ofPlants(customerId, [id]);
    expect(found.get(id)).toEqual({ knownAfterMinutes: 5 });
    const entries = await there.audit.list({ customerId, limit: 9 });
    expect(entries.filter(({ action }) => action === 'plant.settings')).toEqual([entry]);
  });

  test('settings of a plant are neither seen nor put by another customer', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { id: other } = await addedCustomer(here);
    const settings = { knownAfterMinutes: 5 };
    await here.energySettings.putPlant(plant.customerId, plant.id, settings, anEntry());
    const put = here.energySettings.putPlant(other, plant.id, { knownAfterMinutes: 6 }, anEntry());
    expect(await codeOf(put)).toBe('plant_unknown');
    expect(await there.energySettings.ofPlants(other, [plant.id])).toEqual(new Map());
    const found = await there.energySettings.ofPlants(plant.customerId, [plant.id]);
    expect(found.get(plant.id)).toEqual(settings);
  });

  test('settings of a plant go with it', async () => {
    const { here, there } = handles;
    const plant = await addedPlant(here);
    const { id, customerId } = plant;
    await here.energySettings.putPlant(customerId, id, { knownAfterMinutes: 5 }, anEntry());
    await here.plants.remove(customerId, id, anEntry());
    await here.plants.add(plant, anEntry());
    expect(await there.energySettings.ofPlants(customerId, [id])).toEqual(new Map());
  });

  test.each(UNKNOWN_IDS)('settings of a plant need a plant that there is: %s', async (_, id) => {
    const { energySettings } = handles.here;
    const plant = await addedPlant(handles.here);
    const settings = { knownAfterMinutes: 5 };
    for (const [customerId, plantId] of [
      [plant.customerId, id],
      [id, plant.id],
    ] as const) {
      const put = energySettings.putPlant(customerId, plantId, settings, anEntry());
      expect(await codeOf(put)).toBe('plant_unknown');
      expect(await energySettings.ofPlants(customerId, [plantId])).toEqual(new Map());
    }
  });

  test('settings of a plant that are put at once leave one of them', async () => {
    const { here, there } = handles;
    const { id, customerId } = await addedPlant(here);
    await concurrently(8, (i) => {
      const { energySettings } = i % 2 ? here : there;
      return energySettings.putPlant(customerId, id, { knownAfterMinutes: i }, anEntry());
    });
    const found = await here.energySettings.ofPlants(customerId, [id]);
    expect(found.get(id)?.knownAfterMinutes).toBeLessThan(8);
  });
}

function portfolios(handles: TwoHandles): void {
  test('settings of a portfolio are kept exactly, and replaced as a whole', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    expect(await there.energySettings.ofPortfolio(id, PORTFOLIO)).toBeUndefined();
    await here.energySettings.putPortfolio(id, PORTFOLIO, VARIED, anEntry());
    expect(await there.energySettings.ofPortfolio(id, PORTFOLIO)).toEqual(VARIED);
    await there.energySettings.putPortfolio(id, PORTFOLIO, DEFAULT_PORTFOLIO_SETTINGS, anEntry());
    expect(await here.energySettings.ofPortfolio(id, PORTFOLIO)).toEqual(
      DEFAULT_PORTFOLIO_SETTINGS,
    );
  });

  test('settings of a portfolio are put with their audit entry', async () => {
    const { here, there } = handles;
    const { id: customerId } = await addedCustomer(here);
    const entry = anEntry({ action: 'consumption.settings', customerId, subject: 'user retailer' });
    await here.energySettings.putPortfolio(customerId, PORTFOLIO, VARIED, entry);
    expect(await there.audit.list({ customerId, limit: 9 })).toEqual([entry]);
  });

  test('settings of users, retailers and customers are separate', async () => {
    const { here, there } = handles;
    const pairs = [
      ['a', 'b'],
      ['b', 'a'],
      ['a b', 'c'],
      ['a', 'b c'],
      ['a","b', 'c'],
      ['A', 'b'],
    ] as const;
    const customers = [await addedCustomer(here), await addedCustomer(here)];
    const owners = customers.flatMap(({ id }) =>
      pairs.map(([user, retailer]) => [id, { user, retailer }] as const),
    );
    const settingsOf = (i: number) => ({ ...VARIED, knownAfterMinutes: i });
    for (const [i, [id, portfolio]] of owners.entries()) {
      await here.energySettings.putPortfolio(id, portfolio, settingsOf(i), anEntry());
    }
    for (const [i, [id, portfolio]] of owners.entries()) {
      expect(await there.energySettings.ofPortfolio(id, portfolio)).toEqual(settingsOf(i));
    }
  });

  test.each(ODD_TEXTS)('settings are found by users to the letter: %s', async (_, text) => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    const portfolio = { user: text, retailer: text };
    await here.energySettings.putPortfolio(id, portfolio, VARIED, anEntry());
    expect(await there.energySettings.ofPortfolio(id, portfolio)).toEqual(VARIED);
    const other = { user: `${text} `, retailer: text };
    expect(await there.energySettings.ofPortfolio(id, other)).toBeUndefined();
  });

  test.each(UNKNOWN_IDS)('settings of a portfolio need a customer: %s', async (_, id) => {
    const { energySettings } = handles.here;
    const put = energySettings.putPortfolio(id, PORTFOLIO, VARIED, anEntry());
    expect(await codeOf(put)).toBe('not_found');
    expect(await energySettings.ofPortfolio(id, PORTFOLIO)).toBeUndefined();
  });

  test('settings of a portfolio that are put at once leave one of them whole', async () => {
    const { here, there } = handles;
    const { id } = await addedCustomer(here);
    await concurrently(8, (i) => {
      const settings = {
        knownAfterMinutes: i,
        losses: [],
        groups: [{ group: `${i}`, ends: null }],
        region: null,
        place: null,
      };
      const { energySettings } = i % 2 ? here : there;
      return energySettings.putPortfolio(id, PORTFOLIO, settings, anEntry());
    });
    const found = await here.energySettings.ofPortfolio(id, PORTFOLIO);
    expect(found?.groups).toEqual([{ group: String(found?.knownAfterMinutes), ends: null }]);
  });

  test('places are those of the portfolios of a customer that have one', async () => {
    const { here, there } = handles;
    const [{ id }, other] = [await addedCustomer(here), await addedCustomer(here)];
    const put = (customerId: string, retailer: string, place: PortfolioSettings['place']) => {
      const portfolio = { user: 'user', retailer };
      return here.energySettings.putPortfolio(
        customerId,
        portfolio,
        { ...VARIED, place },
        anEntry(),
      );
    };
    const [south, zero] = [
      { lat: -90, lon: 180 },
      { lat: 0, lon: 0 },
    ];
    await put(id, 'a', south);
    await put(id, 'b', null);
    await put(id, 'c', zero);
    await put(id, 'd', south);
    await put(id, 'd', null);
    await put(other.id, 'a', { lat: 1.5, lon: 2.5 });
    const places = await there.energySettings.portfolioPlaces(id);
    expect(places.toSorted((a, b) => a.lat - b.lat)).toEqual([south, zero]);
    expect(await there.energySettings.portfolioPlaces('no id')).toEqual([]);
  });

  test('settings that are put or returned are copies', async () => {
    const { energySettings } = handles.here;
    const { id } = await addedCustomer(handles.here);
    const given = structuredClone(VARIED);
    await energySettings.putPortfolio(id, PORTFOLIO, given, anEntry());
    const change = (settings: object | undefined) => Object.assign(settings ?? {}, { losses: 1 });
    change(given);
    Object.assign(given.groups[0] ?? {}, { ends: 'changed' });
    change(await energySettings.ofPortfolio(id, PORTFOLIO));
    expect(await energySettings.ofPortfolio(id, PORTFOLIO)).toEqual(VARIED);
  });
}
