import { strategyStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

strategyStoreContract('PostgreSQL', openTestStores);
