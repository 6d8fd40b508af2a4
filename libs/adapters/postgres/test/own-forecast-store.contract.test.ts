import { ownForecastStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

ownForecastStoreContract('PostgreSQL', openTestStores);
