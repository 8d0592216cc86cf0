import type { Input } from '@crossdock/kernel/http'
import { listEnvironments } from '../queries/environments.js'

export default class EnvironmentsController {
  async index({ list }: Input) {
    return listEnvironments(list)
  }
}
