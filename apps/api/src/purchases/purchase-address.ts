import type { Caller } from '@solano/domain/service';
import type { PurchasePath } from '@solano/schemas';
import type { z } from 'zod';

/** The purchase of the caller's customer that a path names. */
export function addressOf(
  { customer }: Caller,
  { user, purchase_id: id }: z.output<typeof PurchasePath>,
) {
  return { id, user, customerId: customer.id };
}
