export type {
  Enqueue,
  EnqueueOptions,
  JobDefinition,
  LimitKey,
  NewJob,
  RetryPolicy,
  RunningJob,
} from './contract.js'
export { jobRef, schedule, type JobRef, type KeyedJobRef, type Schedule } from './reference.js'
export { defineJob } from './define_job.js'
export { nextTime } from './cron.js'
export { enqueue, enqueueAll } from './enqueue.js'
export { Scheduler } from './scheduler.js'
export { listSchedules, type StoredSchedule } from './schedules.js'
export { dropJob, failedJobs, findJob, retryJob, type JobSummary } from './failed.js'
export { purgeNightly } from './purge.js'
export { cancelJob } from './cancel.js'
export { hasJob, hastenJob } from './unique.js'
export { checkJobs } from './health.js'
export { countFailedJobs } from './trouble.js'
export { JobTimedOut, LeaseLost, ShuttingDown } from './errors.js'
export type { WorkerLimits } from './worker_limits.js'
export { Workers } from './workers.js'
