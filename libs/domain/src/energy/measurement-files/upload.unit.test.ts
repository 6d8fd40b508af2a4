import { listOf, SOURCE } from '@solano/domain/contracts';
import type { Customer } from '@solano/domain/service';
import { expect, test } from 'vitest';
import type { MeasurementDelivery } from '../measurements/measurement-store.ts';
import { type MeasurementFileDeps, uploadMeasurements } from './upload.ts';

const CUSTOMER: Customer = { id: 'c1', name: 'ACME', folder: 'acme', permissions: [] };
const PORTFOLIO = { kind: 'consumption', user: 'ana', retailer: 'acme' } as const;
const SENT = new Date('2026-11-24T10:00:00Z');
const STORED = new Date('2026-11-24T10:00:40Z');

test('a file is delivered when it has been read and stored', async () => {
  let now = SENT;
  const deliveries: MeasurementDelivery[] = [];
  const deps: MeasurementFileDeps = {
    plants: { byName: async () => undefined, list: () => listOf([]) },
    measurements: {
      async record(delivery, _, { at }) {
        expect(at).toEqual(delivery.deliveredAt);
        deliveries.push(delivery);
        return 0;
      },
    },
    fileUploads: {
      withDigest: async () => undefined,
      list: () => listOf([]),
      count: async () => 0,
      get: async () => undefined,
      takeBack: async () => false,
    },
    objects: {
      async put() {
        now = STORED;
      },
    },
    clock: () => now,
    newId: () => 'id',
    digest: (text) => text,
    async readFile(_content, _owners, _options, readAt) {
      expect(readAt).toBe(SENT.getTime());
      const runs = [{ start: 0, step: 15, microMw: [1] }] as const;
      const reading = { understood: null, preview: [], total: 1, problems: [], warnings: [] };
      return { ...reading, series: [{ name: '', runs }] };
    },
  };
  const file = { name: 'f', content: new Uint8Array(), digest: 'd', isDryRun: false, options: {} };
  await uploadMeasurements(deps, { source: SOURCE, customer: CUSTOMER, target: PORTFOLIO, file });
  expect(deliveries.map(({ deliveredAt }) => deliveredAt)).toEqual([STORED]);
});
