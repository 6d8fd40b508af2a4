import { isReservedFolder } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { type Finding, ok, warning } from './finding.ts';

const CHECK = 'customer names';

/** Whether a customer has the name of one of the service's own folders. */
export function customersFinding(customers: readonly Pick<Customer, 'name'>[]): Finding {
  const reserved = customers.map(({ name }) => name).filter(isReservedFolder);
  if (reserved.length === 0) return ok(CHECK, 'None is that of a folder of the service.');
  const what = `Customers with names that are reserved by now: ${reserved.join(', ')}`;
  const advice = 'Their files stand in folders of the service, which a removal leaves there';
  return warning(CHECK, `${what}. ${advice}. Make them customers of other names.`);
}
