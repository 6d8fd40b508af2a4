import type { DeviationStore } from '@solano/domain/desk';
import type { CustomerRecords } from './records.ts';

/** All days that the stores can hold. */
const DAYS = ['0001-01-01', '9999-12-31'] as const;

export interface DeviationExportDeps {
  readonly customerRecords: Pick<CustomerRecords, 'consumptions'>;
  readonly deviations: Pick<DeviationStore, 'revisions'>;
}

/** Every revision of the figures of each day that was published. */
export async function* deviationsOf(
  { customerRecords, deviations }: DeviationExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  const series = await customerRecords.consumptions(customerId);
  const portfolios = new Map(
    series.map(({ user, retailer }) => [JSON.stringify([user, retailer]), { user, retailer }]),
  );
  for (const portfolio of portfolios.values()) {
    for (const each of await deviations.revisions(customerId, portfolio, ...DAYS)) {
      yield { ...portfolio, ...each };
    }
  }
}
