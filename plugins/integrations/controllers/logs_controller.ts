import type { Input, ItemInput } from '@crossdock/kernel/http'
import { findLog, listLogs } from '../queries/logs.js'
import { readStats } from '../queries/stats.js'

export default class LogsController {
  async index({ list }: Input) {
    return listLogs(list)
  }

  async show({ params }: ItemInput) {
    return findLog(params.id)
  }

  async stats() {
    return readStats()
  }
}
