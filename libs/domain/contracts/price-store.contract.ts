import { describe } from 'vitest';
import { cutTests } from './price-cuts.ts';
import { predictionTests } from './price-predictions.ts';
import { realisedTests } from './price-realised.ts';
import { realisedWalks } from './price-realised-walks.ts';
import { windowTests } from './price-windows.ts';
import type { OpenStores } from './stores.ts';
import { openForSuite } from './stores.ts';

/** What every PriceStore does. */
export function priceStoreContract(name: string, open: OpenStores): void {
  describe(`PriceStore: ${name}`, () => {
    const handles = openForSuite(open);
    describe('predictions', () => {
      predictionTests(handles);
    });
    describe('last predictions', () => {
      windowTests(handles);
      cutTests(handles);
    });
    describe('realised prices', () => {
      realisedTests(handles);
      realisedWalks(handles);
    });
  });
}
