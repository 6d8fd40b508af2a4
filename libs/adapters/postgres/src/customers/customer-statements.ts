import { statement, uuid } from '../database/statement.ts';

/**
 * By hand: Prisma has no row locks. Whoever changes a customer, or adds, changes or removes its
 * plants, holds this lock first and for the whole transaction: names are given one after the other,
 * and nobody waits for another in a circle.
 */
export const LOCK_CUSTOMER = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
  'customer-lock',
);

/** Keeps the customer's plants as they are; the same lock, shared. */
export const KEEP_PLANTS = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR SHARE',
  'customer-keep-plants',
);
