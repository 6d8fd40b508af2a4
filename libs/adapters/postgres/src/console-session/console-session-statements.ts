import type { ConsoleSession, SignInCode } from '@solano/domain/service';
import { tableOf } from '../database/table.ts';
import { Prisma } from '../generated/prisma/browser.ts';

export const SESSIONS = tableOf<ConsoleSession>(
  'console_session',
  Prisma.ConsoleSessionScalarFieldEnum,
);
export const CODES = tableOf<SignInCode>('sign_in_code', Prisma.SignInCodeScalarFieldEnum);
