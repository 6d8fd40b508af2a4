import { describe, expect, test } from 'vitest';
import { concurrently } from '../outcome.ts';
import { type OpenStores, openForSuite } from '../stores.ts';

/** What every PriceModelStore does. */
export function priceModelStoreContract(name: string, open: OpenStores): void {
  describe(`PriceModelStore: ${name}`, () => {
    const handles = openForSuite(open);

    test('a model is read as it was added, however long it is', async () => {
      const { here, there } = handles;
      const content = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => i / 7));
      await here.models.add({ digest: 'aa', content });
      expect(await there.models.get('aa')).toEqual({ digest: 'aa', content });
      expect(await there.models.get('ab')).toBeUndefined();
    });

    test('a model that is there stays, also where several add it at once', async () => {
      const { here, there } = handles;
      const model = { digest: 'bb', content: '{"first":true}' };
      await concurrently(6, (i) => (i % 2 === 0 ? here : there).models.add(model));
      await there.models.add({ ...model, content: '{"second":true}' });
      expect(await here.models.get('bb')).toEqual(model);
    });
  });
}
