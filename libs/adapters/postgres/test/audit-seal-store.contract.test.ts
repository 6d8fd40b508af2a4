import { auditSealStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

auditSealStoreContract('PostgreSQL', openTestStores);
