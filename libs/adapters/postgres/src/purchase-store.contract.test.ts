import { purchaseStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

purchaseStoreContract('PostgreSQL', openTestStores);
