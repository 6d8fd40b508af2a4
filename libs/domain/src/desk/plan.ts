/** The door of reading a purchase's plan: loaded when one is asked for. */
export { type PlanView, type ReadPlanDeps, readPlan } from './plan/read-plan.ts';
