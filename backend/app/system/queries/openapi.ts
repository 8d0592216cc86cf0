import { describeApi } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'

let made: { host: unknown; description: Promise<Record<string, unknown>> } | undefined

/** The OpenAPI description of every operation that is installed, those of third parties too. */
export function describeInstalled(): Promise<Record<string, unknown>> {
  const host = pluginHost.use()
  if (made?.host !== host) made = { host, description: host.operations().then(describeApi) }
  return made.description
}
