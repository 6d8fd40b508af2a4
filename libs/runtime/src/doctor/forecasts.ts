import type { Config } from '@solano/config';
import { NodeSecrets } from '@solano/crypto';
import type { PlantStore } from '@solano/domain/assets';
import type { PublicationStore } from '@solano/domain/forecasting';
import { foreignForecastFiles, plantsOf } from '@solano/domain/forecasting/jobs';
import type { Customer } from '@solano/domain/service';
import { openObjects } from '../objects.ts';
import { type Finding, messageOf, ok, problem, warning } from './finding.ts';

const CHECK = 'forecast files';

/** Whether files that the service did not write have the name of its own forecasts. */
export async function examineForecastFiles(
  config: Pick<Config, 'objectStore'>,
  stores: { readonly publications: PublicationStore; readonly plants: Pick<PlantStore, 'list'> },
  customers: readonly Customer[],
): Promise<Finding> {
  const secrets = new NodeSecrets();
  try {
    await using objects = await openObjects(config);
    const deps = { ...stores, objects, digest: (text: string) => secrets.digest(text) };
    const keys: string[] = [];
    for (const customer of customers) {
      const plants = await plantsOf(stores, customer.id);
      keys.push(...(await foreignForecastFiles(deps, customer, plants)));
    }
    if (keys.length === 0)
      return ok(CHECK, 'Every file named solano.csv was written by the service.');
    const what = `Files named as the service’s own forecasts, which it did not write: ${keys.join(', ')}`;
    return warning(CHECK, `${what}. It never replaces them: rename them, so that it can publish.`);
  } catch (error) {
    return problem(CHECK, messageOf(error));
  }
}
