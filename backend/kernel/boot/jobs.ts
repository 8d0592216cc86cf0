import { foldJob } from '../counters/fold_job.js'
import { giveBackFileJob } from '../jobs/give_back_file_job.js'
import retryParked from '../events/retry_job.js'
import { purgeKeysDefinition } from '../idempotency/purge_job.js'
import { purgeWindowsDefinition } from '../ledger/purge_job.js'
import { purge } from '../jobs/purge_job.js'
import givingBack from '../storage/gc/jobs.js'
import scrubbing from '../storage/scrub/scrub_job.js'

/** The kernel's own jobs. */
export default [
  ...retryParked,
  purge,
  purgeKeysDefinition,
  purgeWindowsDefinition,
  foldJob,
  giveBackFileJob,
  ...scrubbing,
  ...givingBack,
]
