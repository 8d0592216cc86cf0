import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createConfig, deleteConfig, updateConfig } from '../actions/configs.js'
import { testConfig } from '../actions/test_config.js'
import { findConfig, listConfigs } from '../queries/configs.js'
import type { createConfigBody, updateConfigBody } from '../validators/config.js'

export default class ConfigsController {
  index({ list }: Input) {
    return listConfigs(list)
  }

  show({ params }: ItemInput) {
    return findConfig(params.id)
  }

  store({ body }: Input<typeof createConfigBody>) {
    return createConfig(body)
  }

  update({ params, body }: ItemInput<typeof updateConfigBody>) {
    return updateConfig(params.id, body)
  }

  destroy({ params }: ItemInput) {
    return deleteConfig(params.id)
  }

  async test({ http, params }: ItemInput) {
    const checks = await testConfig(params.id)
    const reader = new Reader(http)
    return {
      passed: checks.every(({ passed }) => passed),
      checks: checks.map(({ name, passed, sentence }) => ({
        name,
        passed,
        message: reader.say(sentence),
      })),
    }
  }
}
