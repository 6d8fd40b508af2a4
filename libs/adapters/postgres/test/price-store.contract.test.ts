import { priceStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

priceStoreContract('PostgreSQL', openTestStores);
