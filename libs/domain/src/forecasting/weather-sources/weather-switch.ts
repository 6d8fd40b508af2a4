import {
  type AuditEntry,
  type Customer,
  type CustomerStore,
  requireCustomer,
} from '@solano/domain/service';

/** Keeps which customers' places are sent to no weather source. Errors: `store_unavailable`. */
export interface WeatherSwitchStore {
  /** Ids of the customers who switched weather off. */
  switchedOff(): Promise<ReadonlySet<string>>;
  /** Along with its audit entry. Errors: `not_found` for a customer that is not there (any more). */
  setSwitchedOff(customerId: string, isOff: boolean, entry: AuditEntry): Promise<void>;
}

export interface SwitchWeatherDeps {
  readonly customers: CustomerStore;
  readonly weatherSwitches: WeatherSwitchStore;
}

/**
 * Sets whether a customer's places are sent to weather sources. What is stored stays. Errors: `not_found`,
 * `store_unavailable`.
 */
export async function switchWeather(
  { customers, weatherSwitches }: SwitchWeatherDeps,
  nameOrId: string,
  isOff: boolean,
  entryOf: (customer: Customer) => AuditEntry,
): Promise<Customer> {
  const customer = await requireCustomer(customers, nameOrId);
  await weatherSwitches.setSwitchedOff(customer.id, isOff, entryOf(customer));
  return customer;
}
