import { apiVersion, describeApi } from '@crossdock/kernel/http'
import { perApplication, pluginHost } from '@crossdock/kernel/plugin'

/** The description of `/api/v2`: what the API reference shows and clients are made from. */
export const describePublic = perApplication(async (): Promise<Record<string, unknown>> => {
  const host = pluginHost.use()
  const own = (await host.operations()).filter(({ path }) => path.startsWith('/api/v2/'))
  const operations = [...own, ...(await host.publicOperations())]
  return describeApi(operations, { version: apiVersion, events: host.eventTypes })
})
