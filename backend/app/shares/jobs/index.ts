import { defineJob } from '@crossdock/kernel/jobs'
import { purgeEnded } from '../actions/purge_ended.js'
import { purgeShares } from './names.js'

export default [defineJob(purgeShares, { handle: purgeEnded })]
