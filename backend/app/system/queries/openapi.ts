import { describeApi } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

/** The OpenAPI description of every operation that is installed, those of third parties too; made once. */
export const describeInstalled = perApplication(() =>
  pluginHost.use().operations().then(describeApi)
)

/** The description of `/api/v2`: what the API reference shows and clients are made from. */
export const describePublic = perApplication(async () => {
  const host = pluginHost.use()
  const own = (await host.operations()).filter(({ path }) => path.startsWith('/api/v2/'))
  return describeApi([...own, ...(await host.publicOperations())])
})
