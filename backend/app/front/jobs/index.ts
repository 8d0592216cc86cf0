import { defineJob } from '@crossdock/kernel/jobs'
import { purgeDemoRequests } from '../actions/purge_demo_requests.js'
import { purgeRequests } from '../job_refs.js'

export default [defineJob(purgeRequests, { handle: purgeDemoRequests })]
