import { isReservedFolder } from '@solano/domain/kernel';
import type { Customer } from '@solano/domain/service';
import { type Finding, ok, warning } from './finding.ts';

const CHECK = 'customer names';

/** Whether a customer has the name of one of the service's own folders. */
export function customersFinding(customers: readonly Pick<Customer, 'name'>[]): Finding {
  const reserved = customers.map(({ name }) => name).filter(isReservedFolder);
  if (reserved.length === 0)
    return ok(CHECK, 'No customer has the name of a folder of the service.');
  const what = `Customers with reserved names: ${reserved.join(', ')}`;
  const advice = 'Their files stand in folders of the service, which a removal leaves there';
  return warning(
    CHECK,
    `${what}. ${advice}. Add a customer of another name, and its plants and new keys there.`,
  );
}
