import { defineJob } from '@crossdock/kernel/jobs'
import { purgeEnded } from '../actions/purge_ended.js'
import { purgeShares } from '../job_refs.js'

export default [defineJob(purgeShares, { handle: purgeEnded })]
