import { auditLogContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

auditLogContract('PostgreSQL', openTestStores);
