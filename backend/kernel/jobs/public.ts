// The interface for external plugins; stays compatible from version to version.
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
export { CronFault, lastTimes, nextTime, nextTimes } from './cron.js'
export { enqueue, enqueueAll } from './enqueue.js'
export { cancelJob } from './cancel.js'
export { hasJob, hastenJob } from './unique.js'
export { JobTimedOut, LeaseLost, ShuttingDown } from './errors.js'
