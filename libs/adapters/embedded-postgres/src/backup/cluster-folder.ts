import { join } from 'node:path';
import { chooseAccount } from '../account.ts';

/** The folder of the files of the cluster of a data folder. */
export async function clusterFolder(dataFolder: string): Promise<string> {
  return join((await chooseAccount(dataFolder)).home, 'data');
}
