import { defineJob } from '@crossdock/kernel/jobs'
import { eraseFromAudit } from '../actions/erase_person.js'
import { signAllHeads } from '../actions/sign_all_heads.js'
import { erasePerson, signHeads } from '../job_refs.js'

const hour = 60 * 60_000
const retry = { attempts: 20, delayMs: 1_000, maxDelayMs: hour }

export default [
  defineJob(erasePerson, { timeoutMs: 6 * hour, retry, handle: eraseFromAudit }),
  defineJob(signHeads, { timeoutMs: hour, retry, handle: signAllHeads }),
]
