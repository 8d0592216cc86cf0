import { defineJob } from '@crossdock/kernel/jobs'
import { deliver } from '../actions/deliver.js'
import { sendDigest } from '../actions/send_digest.js'
import { deliverNotice, mailDigest } from './names.js'

export default [
  defineJob(deliverNotice, { handle: deliver }),
  defineJob(mailDigest, {
    // Two days and more: a mail server that is away for a day loses nothing.
    retry: { attempts: 60, delayMs: 10_000, maxDelayMs: 60 * 60_000 },
    timeoutMs: 60_000,
    handle: sendDigest,
  }),
]
