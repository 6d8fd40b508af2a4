import { deliveredForecastStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

deliveredForecastStoreContract('PostgreSQL', openTestStores);
