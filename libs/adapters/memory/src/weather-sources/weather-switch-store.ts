import type { WeatherSwitchStore } from '@solano/domain/forecasting';
import { SolanoError } from '@solano/domain/kernel';
import type { AuditEntry } from '@solano/domain/service';
import { MemoryStore } from '../database.ts';

export class MemoryWeatherSwitchStore extends MemoryStore implements WeatherSwitchStore {
  async switchedOff(): Promise<ReadonlySet<string>> {
    return new Set(this.database.weatherSwitchedOff);
  }

  async setSwitchedOff(customerId: string, isOff: boolean, entry: AuditEntry): Promise<void> {
    const { customers, weatherSwitchedOff } = this.database;
    if (!customers.has(customerId)) {
      throw new SolanoError('not_found', 'The customer is not there any more.');
    }
    this.database.audited(entry, () => {
      if (isOff) weatherSwitchedOff.add(customerId);
      else weatherSwitchedOff.delete(customerId);
    });
  }
}
