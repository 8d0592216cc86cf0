import type { Session, Tenant } from '@crossdock/client'
import { ApiClient } from '../../api/client.js'
import { credentials } from '../../config/settings.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

/** Keeps a tenant in the profile: commands act there unless told otherwise. */
export async function useTenant(
  factory: Factory,
  typed: string | undefined,
  options: { none?: boolean }
): Promise<void> {
  if ((typed === undefined) === !options.none) {
    throw new UsageError('Name one tenant, or give --none.')
  }
  const profile = await factory.profile()
  if (!profile && factory.env.CROSSDOCK_TOKEN) {
    throw new UsageError(
      'With CROSSDOCK_TOKEN there is no profile to keep the tenant in.',
      'Name it by CROSSDOCK_TENANT or --tenant.'
    )
  }
  // Refuses whoever is not signed in by a profile.
  const { server, headers } = credentials(
    { ...factory.flags, tenant: typed },
    withoutToken(factory),
    profile
  )
  if (options.none) delete headers['x-tenant']
  const api = new ApiClient({ server, headers })
  const { user, tenant } = await api.get<Session>('/api/auth/me')
  if (!user.isSuperAdmin) {
    throw new CliError(
      ExitCode.forbidden,
      `You work in ${tenant?.name ?? 'your organization'} alone.`,
      {
        hint: 'Sign in to another organization under another name: crossdock login --profile <name>',
      }
    )
  }
  const kept = options.none ? null : (tenant?.subdomain ?? null)
  await tell(api, profile?.tenant ?? null, kept)
  const profiles = await factory.profiles()
  await profiles.write(factory.profileName, { ...profile!, tenant: kept, environment: null })
  if (factory.flags.json) return factory.printJson({ tenant: kept })
  const where = kept ? `act in ${tenant!.name} (${kept})` : 'act in no tenant'
  factory.say(`From now on commands ${where}, unless --tenant says otherwise.`)
}

/** Notes in the activity of the tenants which one is left, if it is there, and which one is entered. */
async function tell(api: ApiClient, left: string | null, entered: string | null): Promise<void> {
  if (left === entered) return
  const tenants = await api.all<Tenant>('/api/tenants')
  const of = (name: string | null) =>
    tenants.find(({ id, subdomain }) => [id, subdomain].includes(name ?? ''))
  const [before, now] = [of(left), of(entered)]
  if (before) await api.post(`/api/tenants/${before.id}/leave`, undefined)
  if (now) await api.post(`/api/tenants/${now.id}/enter`, undefined)
}

/** A tenant goes with the token of its profile, so another one has no say here. */
function withoutToken({ env }: Factory): NodeJS.ProcessEnv {
  const { CROSSDOCK_TOKEN: _token, CROSSDOCK_TENANT: _tenant, ...rest } = env
  return rest
}
