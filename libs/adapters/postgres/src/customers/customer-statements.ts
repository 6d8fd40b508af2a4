import { statement, uuid } from '../database/statement.ts';

/**
 * By hand: Prisma has no row locks. Whoever changes a customer, adds, changes or removes its plants,
 * or changes a record of one, holds this lock first and for the whole transaction: names are given
 * one after the other, and nobody waits for another in a circle.
 */
export const LOCK_CUSTOMER = statement(
  { id: uuid },
  'SELECT id FROM customer WHERE id = $1 FOR NO KEY UPDATE',
  'customer-lock',
);
