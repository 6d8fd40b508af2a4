import { energySettingsStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

energySettingsStoreContract('PostgreSQL', openTestStores);
