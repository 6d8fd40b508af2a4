import { statement } from '../database/statement.ts';

/** By hand: a start with the demonstration has no other use for Prisma, which takes 0.2 s of CPU to load. */
export const ADD_CODE = statement(
  {},
  'INSERT INTO sign_in_code (digest, key_id, expires_at) VALUES ($1, $2, $3)',
);
