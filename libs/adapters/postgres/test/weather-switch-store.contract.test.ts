import { weatherSwitchStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

weatherSwitchStoreContract('PostgreSQL', openTestStores);
