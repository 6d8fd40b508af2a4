import { auditLogContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

auditLogContract('PostgreSQL', openTestStores);
