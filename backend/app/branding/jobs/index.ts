import { defineJob } from '@crossdock/kernel/jobs'
import { checkDomains } from '../actions/check_domains.js'
import { checkDomains as ref } from '../job_refs.js'

export default [defineJob(ref, { timeoutMs: 6 * 60 * 60_000, handle: checkDomains })]
