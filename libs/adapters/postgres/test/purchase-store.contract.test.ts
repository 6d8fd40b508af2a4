import { purchaseStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

purchaseStoreContract('PostgreSQL', openTestStores);
