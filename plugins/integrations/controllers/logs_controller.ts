import { sendText, type Input, type ItemInput } from '@crossdock/kernel/http'
import { integrationsRead } from '../contracts/index.js'
import { replayCall } from '../actions/replay_call.js'
import { bodyOfLog } from '../queries/log_bodies.js'
import { findLog, listLogs } from '../queries/logs.js'
import { readStats } from '../queries/stats.js'
import { untilLeft } from './until_left.js'

export default class LogsController {
  async index({ list }: Input) {
    return listLogs(list)
  }

  async show({ params }: ItemInput) {
    return findLog(params.id)
  }

  async body({ params, http }: Input<undefined, undefined, 'id' | 'part'>) {
    return sendText(http, {
      ...(await bodyOfLog(params.id, params.part)),
      permission: integrationsRead,
    })
  }

  replay({ params, http }: ItemInput) {
    return replayCall(params.id, untilLeft(http))
  }

  async stats() {
    return readStats()
  }
}
