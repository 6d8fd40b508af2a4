import { uploadsOf } from '@solano/domain/service';
import { uploadedFileSuite } from '@solano/domain/test/uploaded-file';
import { MemoryFileUploadStore, MemoryTradeStore } from '@solano/memory';
import { daysOf } from './trade.ts';
import { uploadTrades } from './upload-trades.ts';

const PORTFOLIO = { user: 'ana', retailer: 'acme' };
const TRADE = { session: 'MD', start: 0, minutes: 60, microMw: 1, price: 1 } as const;

uploadedFileSuite('trades', {
  uploads: (database) =>
    uploadsOf(new MemoryFileUploadStore(database), { kind: 'trades', ...PORTFOLIO }),
  upload(database, deps, delivery, reading) {
    const ports = {
      ...deps,
      trades: new MemoryTradeStore(database),
      fileUploads: new MemoryFileUploadStore(database),
      readFile: async () => ({ ...reading, days: daysOf([TRADE]), preview: [], total: 1 }),
    };
    return uploadTrades(ports, { ...delivery, portfolio: PORTFOLIO });
  },
});
