import { priceModelStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

priceModelStoreContract('PostgreSQL', openTestStores);
