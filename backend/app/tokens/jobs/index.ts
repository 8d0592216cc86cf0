import { defineJob } from '@crossdock/kernel/jobs'
import { purgeEnded } from '../actions/purge_ended.js'
import { remindDue } from '../actions/remind_due.js'
import { purgeTokens, remindOwners } from '../job_refs.js'

export default [
  defineJob(remindOwners, { handle: remindDue }),
  defineJob(purgeTokens, { handle: purgeEnded }),
]
