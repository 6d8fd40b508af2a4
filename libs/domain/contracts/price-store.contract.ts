import { describe } from 'vitest';
import { predictionTests } from './price-predictions.ts';
import { realisedTests } from './price-realised.ts';
import type { OpenStores } from './stores.ts';
import { openForSuite } from './stores.ts';

/** What every PriceStore does. */
export function priceStoreContract(name: string, open: OpenStores): void {
  describe(`PriceStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('predictions', () => {
      predictionTests(handles);
    });
    describe('realised prices', () => {
      realisedTests(handles);
    });
  });
}
