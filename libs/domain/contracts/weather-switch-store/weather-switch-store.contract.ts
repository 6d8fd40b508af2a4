import { describe, expect, test } from 'vitest';
import { aCustomer, anEntry, UNKNOWN_IDS } from '../examples.ts';
import { codeOf } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

/** What every WeatherSwitchStore does. */
export function weatherSwitchStoreContract(name: string, open: OpenStores): void {
  describe(`WeatherSwitchStore: ${name}`, () => {
    const handles = openForSuite(open);
    const added = async () => {
      const customer = aCustomer();
      await handles.here.customers.add(customer, anEntry());
      return customer.id;
    };
    const isOff = async (id: string) => (await handles.there.weatherSwitches.switchedOff()).has(id);
    const setOff = (id: string, off: boolean, subject = 'off') =>
      handles.here.weatherSwitches.setSwitchedOff(
        id,
        off,
        anEntry({ action: 'weather.switch', customerId: id, subject }),
      );

    test('weather is on until it is switched off, and as it was set last', async () => {
      const id = await added();
      expect(await isOff(id)).toBe(false);
      for (const off of [true, true, false, false, true]) {
        await setOff(id, off);
        expect(await isOff(id)).toBe(off);
      }
    });

    test('weather of one customer is switched apart from that of others', async () => {
      const [one, other] = [await added(), await added()];
      await setOff(one, true);
      expect([await isOff(one), await isOff(other)]).toEqual([true, false]);
    });

    test('a switch is recorded with its audit entry, and neither without the other', async () => {
      const id = await added();
      expect(await codeOf(setOff(id, true, 'a\0b'))).toBe('invalid_request');
      expect(await isOff(id)).toBe(false);
      await setOff(id, true);
      const entries = await handles.there.audit.list({ customerId: id, limit: 9 });
      expect(entries.map(({ action }) => action)).toEqual(['weather.switch']);
    });

    test.each(UNKNOWN_IDS)(
      '%s as an id is no customer whose weather can be switched',
      async (_, id) => {
        expect(await codeOf(handles.here.weatherSwitches.setSwitchedOff(id, true, anEntry()))).toBe(
          'not_found',
        );
        expect(await isOff(id)).toBe(false);
      },
    );

    test('a switch goes with its customer', async () => {
      const id = await added();
      await setOff(id, true);
      await handles.here.customerRecords.remove(id, anEntry());
      expect(await isOff(id)).toBe(false);
    });
  });
}
