import type { TradeStore } from '@solano/domain/desk';
import { megawatts } from '@solano/domain/kernel';
import type { FileUpload, FileUploadStore } from '@solano/domain/service';
import type { CustomerRecords } from './records.ts';

/** Deliveries that are read at once: a day of the continuous market may have thousands of trades. */
const PAGE = 100;

export interface TradeExportDeps {
  readonly customerRecords: Pick<CustomerRecords, 'tradedPortfolios'>;
  readonly trades: Pick<TradeStore, 'deliveries'>;
  readonly fileUploads: Pick<FileUploadStore, 'list'>;
}

/** Every delivery of executed trades by session and day, also what was replaced or taken back. */
export async function* tradesOf(
  { customerRecords, trades }: TradeExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for (const portfolio of await customerRecords.tradedPortfolios(customerId)) {
    for (let offset = 0; ; offset += PAGE) {
      const found = await trades.deliveries(customerId, portfolio, { offset, limit: PAGE });
      for (const { session, day, deliveredAt, takenBackAt = null, trades: own } of found) {
        const rows = own.map(({ start, minutes, microMw, price }) => ({
          start: new Date(start),
          minutes,
          mw: megawatts(microMw),
          price: price / 1000,
        }));
        yield { ...portfolio, session, day, deliveredAt, takenBackAt, trades: rows };
      }
      if (found.length < PAGE) break;
    }
  }
}

/** The files of executed trades that were not taken back. */
export async function* tradeUploadsOf(
  { customerRecords, fileUploads }: TradeExportDeps,
  customerId: string,
): AsyncGenerator<FileUpload> {
  for (const portfolio of await customerRecords.tradedPortfolios(customerId)) {
    yield* fileUploads.list(customerId, { kind: 'trades', ...portfolio }, { offset: 0 });
  }
}
