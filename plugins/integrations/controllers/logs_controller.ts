import type { Input } from '@crossdock/kernel/http'
import { listLogs } from '../queries/logs.js'
import { readStats } from '../queries/stats.js'

export default class LogsController {
  async index({ list }: Input) {
    return listLogs(list)
  }

  async stats() {
    return readStats()
  }
}
