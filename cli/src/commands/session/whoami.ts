import type { Session } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'

/** Shows the person, role, organization and environment of the commands. */
export async function whoami(factory: Factory): Promise<void> {
  const api = await factory.api()
  const session = await api.get<Session>('/api/auth/me')
  if (factory.flags.json) return factory.printJson(session)

  const { user, tenant } = session
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  printDetails(factory, [
    ['E-mail', user.email],
    ['Name', name],
    ['Role', user.role],
    ['Organization', tenant ? `${tenant.name} (${tenant.subdomain})` : ''],
    ['Environment', tenant ? (api.environment ?? 'production') : ''],
    ['Server', api.server],
    ['Profile', factory.env.CROSSDOCK_TOKEN ? 'none: CROSSDOCK_TOKEN is set' : factory.profileName],
  ])
}
