import { plantModelStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

plantModelStoreContract('PostgreSQL', openTestStores);
