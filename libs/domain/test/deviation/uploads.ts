import { dateAfter, startOfDate } from '@solano/domain/kernel';
import { MemoryFileUploadStore } from '@solano/memory';
import { CUSTOMER, type DeviationWorld, PORTFOLIO } from './world.ts';

/** An uploaded file of a day. */
export function uploadOf<Kind extends 'consumption' | 'trades'>(
  { now }: DeviationWorld,
  kind: Kind,
  date: string,
  content: { readonly rows: number; readonly series: readonly string[] },
) {
  const id = crypto.randomUUID();
  return {
    id,
    customerId: CUSTOMER.id,
    kind,
    portfolio: PORTFOLIO,
    fileName: 'f.csv',
    key: 'k',
    digest: id,
    ...content,
    from: new Date(startOfDate(date)),
    to: new Date(startOfDate(dateAfter(date, 1))),
    uploadedAt: now,
    by: 'key k',
  };
}

export async function takeBack(
  world: DeviationWorld,
  kind: 'consumption' | 'trades',
  id: string,
): Promise<void> {
  const uploads = new MemoryFileUploadStore(world.database);
  await uploads.takeBack(CUSTOMER.id, { kind, ...PORTFOLIO }, id, world.change().entry);
}
