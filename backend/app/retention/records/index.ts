export { events } from './events.js'
export { failedJobs } from './failed_jobs.js'
export { parkedEvents } from './parked_events.js'
