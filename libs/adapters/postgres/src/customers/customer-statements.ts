import { statement, uuid } from '../database/statement.ts';

/**
 * Transactions that change a customer, add one of its keys, add, change or remove its plants, or change, remove
 * or upload its unavailabilities hold this lock first and to their end: names are given in sequence, and
 * without deadlocks. Those that add one unavailability, or remove some rows of a customer that is erased,
 * do without: each of their statements locks the customer's row of `list_count` before its plants'.
 */
export const LOCK_CUSTOMER = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
  'customer-lock',
);
