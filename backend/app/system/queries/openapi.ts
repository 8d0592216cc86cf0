import { describeApi } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

/** The OpenAPI description of every installed operation, including those of third-party plugins; made once. */
export const describeInstalled = perApplication(() =>
  pluginHost.use().operations().then(describeApi)
)
