import type { ExternalSystem, SystemAuthorization, SystemGrant } from '@crossdock/client'
import { CliError, ExitCode } from '../../errors.js'
import { poll } from '../../executions/poll.js'
import type { Factory } from '../../factory.js'
import { wholeNumber } from '../../output/limit.js'
import { findRecord } from '../../records/find.js'
import { systemKind } from './kind.js'

/** The address is valid for this many seconds. */
const maxSeconds = 600

/** Prints the address where a person grants access to a system, and waits for the grant. */
export async function connectSystem(
  factory: Factory,
  typed: string,
  timeout: string
): Promise<void> {
  const seconds = wholeNumber('--timeout', timeout, maxSeconds)
  const api = await factory.api()
  const { id, name } = await findRecord<ExternalSystem>(api, systemKind, typed)
  const path = `${systemKind.path}/${id}/oauth`
  const before = await api.get<SystemGrant>(path)
  const { url } = await api.post<SystemAuthorization>(`${path}/authorize`, undefined)
  if (factory.flags.json) factory.printJsonLine({ url })
  else factory.say(url)
  factory.note('Open the address in your browser. Waiting for the grant; stop with Ctrl-C.')
  const until = performance.now() + seconds * 1000
  for await (const grant of poll(factory, () => api.get<SystemGrant>(path))) {
    if (grant.state === 'connected' && grant.grantedAt !== before.grantedAt) {
      if (factory.flags.json) factory.printJsonLine(grant)
      else factory.say(`${name} is connected.`)
      return
    }
    if (performance.now() >= until) break
  }
  throw new CliError(ExitCode.failure, `${name} was not connected within ${seconds} seconds.`, {
    hint: 'Run the command again for a new address. The server log says why a provider refused.',
  })
}
