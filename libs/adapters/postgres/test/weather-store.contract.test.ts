import { weatherStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

weatherStoreContract('PostgreSQL', openTestStores);
