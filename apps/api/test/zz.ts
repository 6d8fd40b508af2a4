import { openedDemo, NOW } from './demo.ts';
import { SOURCE } from '@solano/domain/contracts';
import { refreshDemoEnergy } from '@solano/demo';
let t = process.cpuUsage();
const lap = (what: string) => { const u = process.cpuUsage(t); console.log(what, ((u.user + u.system) / 1000).toFixed(0), 'ms'); t = process.cpuUsage(); };
const demo = await openedDemo(); lap('open');
await demo.put(); lap('put');
await refreshDemoEnergy(demo.deps, SOURCE); lap('energy');
let part: number | undefined = 0;
while (part !== undefined) { const p: number = part; part = await demo.history(p); lap('part ' + p); }
