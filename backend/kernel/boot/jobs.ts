import { folding } from '../counters/fold_job.js'
import { givingFileBack } from '../jobs/give_back_file_job.js'
import retryParked from '../events/retry_job.js'
import { forgetting } from '../idempotency/purge_job.js'
import { forgettingWindows } from '../ledger/purge_job.js'
import { purge } from '../jobs/purge_job.js'
import givingBack from '../storage/giving_back/jobs.js'
import scrubbing from '../storage/scrub_job.js'

/** The kernel's own jobs. */
export default [
  ...retryParked,
  purge,
  forgetting,
  forgettingWindows,
  folding,
  givingFileBack,
  ...scrubbing,
  ...givingBack,
]
