import type { WeatherSwitchStore } from '@solano/domain/forecasting';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { PrismaStore } from '../database/prisma-store.ts';
import { isUuid } from '../database/values.ts';

export class PostgresWeatherSwitchStore extends PrismaStore implements WeatherSwitchStore {
  async switchedOff(): Promise<ReadonlySet<string>> {
    const found = await this.prisma(({ weatherSwitchedOff }) => weatherSwitchedOff.findMany());
    return new Set(found.map(({ customerId }) => customerId));
  }

  async setSwitchedOff(customerId: string, isOff: boolean, entry: AuditEntry): Promise<void> {
    if (!isUuid(customerId)) throw customerUnknown();
    await this.transaction(async (prisma) => {
      // Locks the customer: it stays until the row is there.
      const where = { id: customerId };
      const { count } = await prisma.customer.updateMany({ where, data: { id: customerId } });
      if (count === 0) throw customerUnknown();
      if (isOff) {
        await prisma.weatherSwitchedOff.createMany({ data: { customerId }, skipDuplicates: true });
      } else {
        await prisma.weatherSwitchedOff.deleteMany({ where: { customerId } });
      }
      await prisma.auditEntry.create({ data: entry });
    });
  }
}

function customerUnknown(): SolanoError {
  return new SolanoError('not_found', 'The customer is not there any more.');
}
