import { statement, uuid } from '../database/statement.ts';

/**
 * By hand: Prisma has no row locks. Transactions that change a customer, or add, change or remove its plants,
 * or changes a record of one, holds this lock first and for the whole transaction: names are given
 * in sequence, and without deadlocks.
 */
export const LOCK_CUSTOMER = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
  'customer-lock',
);
