import { nodeTimers } from '@solano/async';
import type { Config } from '@solano/config';
import {
  backtestTask,
  deviationSchedule,
  gateClosingSchedule,
  planSchedule,
  realisedSchedule,
  summarySchedule,
  yearBacktestSchedule,
} from '@solano/domain/desk/jobs';
import { forecastSchedule } from '@solano/domain/forecasting';
import {
  firstForecastTask,
  lateDeliverySchedule,
  learningSchedule,
  ownForecastSchedule,
  publishSchedule,
  purgeForecastSchedule,
} from '@solano/domain/forecasting/jobs';
import { auditSealing, housekeeping } from '@solano/domain/operations';
import { type JobQueue, JobWorker, scheduleTask, type Task } from '@solano/domain/service';
import { type MarketTaskDeps, openMarketTask } from './markets/market-task.ts';
import { openPurchaseTask } from './purchases/purchase-task.ts';
import {
  openWeatherSchedules,
  type WeatherScheduleDeps,
} from './weather-sources/weather-schedule.ts';
import { openMessageTask } from './webhooks/message-task.ts';

/** The tasks of each feature. */
const TASKS = [openPurchaseTask, openMessageTask, backtestTask, firstForecastTask];
const SCHEDULES = [
  housekeeping,
  auditSealing,
  // Late prices of delivered purchases, before they count as complete.
  planSchedule,
  realisedSchedule,
  summarySchedule,
  gateClosingSchedule,
  forecastSchedule,
  lateDeliverySchedule,
  ownForecastSchedule,
  publishSchedule,
  learningSchedule,
  purgeForecastSchedule,
  deviationSchedule,
  yearBacktestSchedule,
];

type FeatureDeps = (typeof TASKS | typeof SCHEDULES)[number] extends (deps: infer Deps) => unknown
  ? Deps
  : never;

/** The common dependencies of the tasks of all features. */
export type JobDeps = FeatureDeps &
  MarketTaskDeps &
  WeatherScheduleDeps & {
    readonly queue: JobQueue;
    /** The task, with the steps of its jobs traced. */
    readonly traced?: ((task: Task) => Task) | undefined;
  };

/** Begins this process's part of the jobs. */
export async function startJobs(config: Config, deps: JobDeps): Promise<JobWorker> {
  const { queue, log, traced = (task: Task) => task } = deps;
  const schedules = [
    ...SCHEDULES.map((scheduleOf) => scheduleOf(deps)),
    ...(await openWeatherSchedules(config, deps)),
  ];
  const tasks = [
    ...TASKS.map((taskOf) => taskOf(deps)),
    scheduleTask(schedules, deps),
    ...(await openMarketTask(config, deps)),
  ];
  return JobWorker.start({ queue, tasks: tasks.map(traced), timers: nodeTimers, log });
}
