import { priceStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

priceStoreContract('PostgreSQL', openTestStores);
