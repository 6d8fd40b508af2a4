// Learns a plant as the service does and prints what the process took: CPU in seconds, memory in MB.
//
//   node tools/bench/plant-learning/learn.ts <database url> <customer id> <plant id>
import { ThreadForecasts } from '@solano/runtime/forecasts';
import { peakMegabytes, residentMegabytes } from '../http/process-times.ts';

const [databaseUrl = '', customerId = '', plantId = ''] = process.argv.slice(2);
const idle = await residentMegabytes(process.pid);
await using forecasts = new ThreadForecasts(databaseUrl);
await forecasts.run({ kind: 'learn', customerId, plantId });
const { user, system } = process.cpuUsage();
const peak = await peakMegabytes(process.pid);
console.log(JSON.stringify({ cpu: (user + system) / 1e6, idle, peak }));
