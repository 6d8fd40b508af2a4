import { tradeStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

tradeStoreContract('PostgreSQL', openTestStores);
