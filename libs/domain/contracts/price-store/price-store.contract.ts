import { describe } from 'vitest';
import { type OpenStores, openForSuite } from '../stores.ts';
import { bandTests } from './bands.ts';
import { cutTests } from './cuts.ts';
import { predictionTests } from './predictions.ts';
import { realisedTests } from './realised.ts';
import { realisedWalks } from './realised-walks.ts';
import { syntheticTests } from './synthetic.ts';
import { windowTests } from './windows.ts';

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
    describe('bands', () => {
      bandTests(handles);
    });
    describe('synthetic prices', () => {
      syntheticTests(handles);
    });
    describe('realised prices', () => {
      realisedTests(handles);
      realisedWalks(handles);
    });
  });
}
