import { describeApi } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

/** The OpenAPI description of every operation that is installed, those of third parties too; made once. */
export const describeInstalled = perApplication(() =>
  pluginHost.use().operations().then(describeApi)
)
