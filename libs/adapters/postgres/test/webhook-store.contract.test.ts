import { webhookStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

webhookStoreContract('PostgreSQL', openTestStores);
