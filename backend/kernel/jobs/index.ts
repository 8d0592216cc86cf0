export * from './public.js'
export { Scheduler, scheduler } from './scheduler.js'
export { listSchedules, type StoredSchedule } from './schedules.js'
export {
  countOldFailedJobs,
  dropJob,
  failedJobs,
  findJob,
  pruneFailedJobs,
  retryJob,
  type JobSummary,
} from './failed.js'
export { purgeNightly } from './purge.js'
export { checkJobs } from './health.js'
export { countFailedJobs } from './trouble.js'
export { countByState, countWorkers, mostCounted, type JobCounts } from './figures.js'
export type { WorkerLimits } from './worker_limits.js'
export { Workers } from './workers.js'
