import { strategyStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

strategyStoreContract('PostgreSQL', openTestStores);
