import { statement, uuid } from '../database/statement.ts';

/**
 * Transactions that change a customer, add one of its keys, or add, change or remove its plants or records
 * of them hold this lock first and to their end: names are given in sequence, and without deadlocks.
 */
export const LOCK_CUSTOMER = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
  'customer-lock',
);
