import { defineJob } from '@crossdock/kernel/jobs'
import { deliver } from '../actions/deliver.js'
import { sendDigest } from './send_digest.js'
import { pruneOperatorNotices } from '../actions/prune_operator_notices.js'
import { watchConditions } from '../actions/watch.js'
import { deliverNotice, mailDigest, pruneForOperators, watchStandings } from '../job_refs.js'

export default [
  defineJob(deliverNotice, { handle: deliver }),
  defineJob(watchStandings, { handle: watchConditions }),
  defineJob(pruneForOperators, { handle: pruneOperatorNotices }),
  defineJob(mailDigest, {
    // More than two days, so that no mail is lost while a mail server is down for a day.
    retry: { attempts: 60, delayMs: 10_000, maxDelayMs: 60 * 60_000 },
    timeoutMs: 60_000,
    handle: sendDigest,
  }),
]
