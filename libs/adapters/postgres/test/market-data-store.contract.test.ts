import { marketDataStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

marketDataStoreContract('PostgreSQL', openTestStores);
