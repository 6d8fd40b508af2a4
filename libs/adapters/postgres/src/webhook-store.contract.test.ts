import { webhookStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

webhookStoreContract('PostgreSQL', openTestStores);
