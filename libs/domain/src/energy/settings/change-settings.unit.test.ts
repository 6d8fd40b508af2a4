import { aCustomer, anEntry, aPlant, SOURCE } from '@solano/domain/contracts';
import { MemoryDatabase, MemoryEnergySettingsStore, MemoryPlantStore } from '@solano/memory';
import { describe, expect, test } from 'vitest';
import {
  plantSettings,
  portfolioSettings,
  setPlantSettings,
  setPortfolioSettings,
} from './change-settings.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const PORTFOLIO = { user: 'ana', retailer: 'acme' };
const PROBLEM_OF_MINUTES = 'known_after_minutes must be a whole number from 0 to 129600.';

async function opened() {
  const database = new MemoryDatabase();
  const customer = aCustomer();
  database.customers.set(customer.id, customer);
  const plants = new MemoryPlantStore(database);
  const plant = aPlant(customer.id);
  await plants.add(plant, anEntry());
  const deps = {
    plants,
    energySettings: new MemoryEnergySettingsStore(database),
    clock: () => NOW,
  };
  const lastEntry = () => database.audit.at(-1);
  return { deps, customerId: customer.id, plantId: plant.id, lastEntry };
}

describe('settings of a plant', () => {
  test('settings of a plant are those that were put last, and an hour before', async () => {
    const { deps, customerId, plantId, lastEntry } = await opened();
    expect(await plantSettings(deps, customerId, plantId)).toEqual({ knownAfterMinutes: 60 });
    const put = (value: unknown) => setPlantSettings(deps, SOURCE, customerId, plantId, value);
    expect(await put({ known_after_minutes: 129_600 })).toEqual({ knownAfterMinutes: 129_600 });
    expect(await plantSettings(deps, customerId, plantId)).toEqual({ knownAfterMinutes: 129_600 });
    expect(lastEntry()).toMatchObject({ action: 'plant.settings', subject: plantId, at: NOW });
    expect(await put({})).toEqual({ knownAfterMinutes: 60 });
  });

  test.each([-1, 0.5, 129_601, '60', null])(
    'settings of a plant are rejected where the minutes are %j',
    async (minutes) => {
      const { deps, customerId, plantId } = await opened();
      const value = { known_after_minutes: minutes };
      await expect(
        setPlantSettings(deps, SOURCE, customerId, plantId, value),
      ).rejects.toMatchObject({ code: 'invalid_request', message: PROBLEM_OF_MINUTES });
    },
  );

  test('settings of an unknown plant are not found', async () => {
    const { deps, customerId, plantId } = await opened();
    const missing = { code: 'not_found', message: 'Not found.' };
    await expect(plantSettings(deps, customerId, 'p9')).rejects.toMatchObject(missing);
    await expect(plantSettings(deps, 'c9', plantId)).rejects.toMatchObject(missing);
    await expect(setPlantSettings(deps, SOURCE, customerId, 'p9', {})).rejects.toMatchObject(
      missing,
    );
    // The plant goes after it was looked for.
    const gone = { ...deps, plants: { get: async () => aPlant(customerId) } };
    await expect(setPlantSettings(gone, SOURCE, customerId, 'p9', {})).rejects.toMatchObject(
      missing,
    );
  });
});

describe('settings of a portfolio', () => {
  test('settings of a portfolio are replaced as a whole, and decimals lose their last zeros', async () => {
    const { deps, customerId, lastEntry } = await opened();
    const none = { knownAfterMinutes: 60, losses: [], groups: [], region: null, place: null };
    expect(await portfolioSettings(deps, customerId, PORTFOLIO)).toEqual(none);
    const put = (value: unknown) => {
      return setPortfolioSettings(deps, SOURCE, customerId, PORTFOLIO, value);
    };
    const settings = {
      knownAfterMinutes: 4_320,
      losses: [
        { from: '2026-01-01', percent: '10' },
        { from: '2026-01-02', percent: '0.0001' },
        { from: '2026-01-03', percent: '0' },
      ],
      groups: [
        { group: 'sur', ends: '2026-03-31' },
        { group: '', ends: null },
      ],
      region: 'ES-AN',
      place: { lat: 37.39, lon: -5.99 },
    };
    const value = {
      known_after_minutes: 4_320,
      losses: [
        { from: '2026-01-01', percent: '10.00000' },
        { from: '2026-01-02', percent: '0.0001' },
        { from: '2026-01-03', percent: '0.0' },
      ],
      groups: settings.groups,
      region: settings.region,
      place: settings.place,
    };
    expect(await put(value)).toEqual(settings);
    expect(await portfolioSettings(deps, customerId, PORTFOLIO)).toEqual(settings);
    expect(lastEntry()).toMatchObject({ action: 'consumption.settings', subject: 'ana acme' });
    const other = { ...PORTFOLIO, retailer: 'other' };
    expect(await portfolioSettings(deps, customerId, other)).toEqual(none);
    expect(await put({ known_after_minutes: 0 })).toEqual({ ...none, knownAfterMinutes: 0 });
  });

  test('settings of a portfolio are rejected with every bad field named', async () => {
    const { deps, customerId } = await opened();
    const value = {
      known_after_minutes: 'x',
      holidays: 'ES-MD',
      losses: [
        { from: '2026-02-30', percent: '100' },
        { from: '2026-01-02', percent: '-0.1', until: '2026-01-03' },
        { from: '2026-01-02', percent: 5.25 },
        { from: '2026-01-03', percent: '0.00001' },
        7,
      ],
      groups: [
        { group: 'sur', ends: '31/03/2026' },
        { group: 'sur', ends: null },
        { group: 1, ends: null },
        { group: 'norte' },
      ],
      place: { lat: '40.4', lon: 180.5, name: 'Madrid' },
    };
    const percent =
      'must be a text such as "5.25", 0 or more and below 100, with at most 4 decimals.';
    const ends = 'must be a day, such as 2026-03-31, or null.';
    const problems = [
      'The settings must not have the field "holidays".',
      PROBLEM_OF_MINUTES,
      'losses[0].from must be a day, such as 2026-01-01.',
      `losses[0].percent ${percent}`,
      'losses[1] must not have the field "until".',
      `losses[1].percent ${percent}`,
      'losses[2].from must be after 2026-01-02.',
      `losses[2].percent ${percent}`,
      `losses[3].percent ${percent}`,
      'losses[4] must be an object.',
      'losses[4].from must be a day, such as 2026-01-01.',
      `losses[4].percent ${percent}`,
      `groups[0].ends ${ends}`,
      'groups[1].group is named twice.',
      'groups[2].group must be a text.',
      `groups[3].ends ${ends}`,
      'place must not have the field "name".',
      'place.lat must be a number of degrees from -90 to 90.',
      'place.lon must be a number of degrees from -180 to 180.',
    ];
    const put = setPortfolioSettings(deps, SOURCE, customerId, PORTFOLIO, value);
    await expect(put).rejects.toMatchObject({ code: 'invalid_request', problems });
  });

  test.each([
    [null, 'The settings must be an object.'],
    [[], 'The settings must be an object.'],
    [
      { place: '40.4,-3.7' },
      'place must be an object. place.lat must be a number of degrees from -90 to 90. place.lon must be a number of degrees from -180 to 180.',
    ],
    [{ losses: {} }, 'losses must be an array of at most 1000 objects.'],
    [{ groups: Array(10_001).fill({}) }, 'groups must be an array of at most 10000 objects.'],
  ])(
    'settings of a portfolio are rejected where they have another shape: %#',
    async (value, message) => {
      const { deps, customerId } = await opened();
      const put = setPortfolioSettings(deps, SOURCE, customerId, PORTFOLIO, value);
      await expect(put).rejects.toMatchObject({ code: 'invalid_request', message });
    },
  );
});
