import type { Session, Tenant } from '@crossdock/client'
import { ApiClient } from '../../api/client.js'
import { credentials } from '../../config/settings.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'

/** Saves a tenant in the profile as the default of all commands. */
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
      'With CROSSDOCK_TOKEN there is no profile to save the tenant in.',
      'Set CROSSDOCK_TENANT or --tenant instead.'
    )
  }
  // Requires a sign-in by profile.
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
      `You work only in ${tenant?.name ?? 'your organization'}.`,
      {
        hint: 'Sign in to another organization under another name: crossdock login --profile <name>',
      }
    )
  }
  const kept = options.none ? null : (tenant?.subdomain ?? null)
  await recordSwitch(api, profile?.tenant ?? null, kept)
  const profiles = await factory.profiles()
  await profiles.write(factory.profileName, { ...profile!, tenant: kept, environment: null })
  if (factory.flags.json) return factory.printJson({ tenant: kept })
  const where = kept ? `use the tenant ${tenant!.name} (${kept})` : 'use no tenant'
  factory.say(`Commands now ${where}, unless --tenant names another tenant.`)
}

/** Records in the activity of both tenants that the user leaves one and enters the other. */
async function recordSwitch(
  api: ApiClient,
  left: string | null,
  entered: string | null
): Promise<void> {
  if (left === entered) return
  const tenants = await api.all<Tenant>('/api/tenants')
  const findSwitched = (name: string | null) =>
    tenants.find(({ id, subdomain }) => [id, subdomain].includes(name ?? ''))
  const [before, now] = [findSwitched(left), findSwitched(entered)]
  if (before) await api.post(`/api/tenants/${before.id}/leave`, undefined)
  if (now) await api.post(`/api/tenants/${now.id}/enter`, undefined)
}

/** A saved tenant belongs to the token of its profile, so ignore CROSSDOCK_TOKEN. */
function withoutToken({ env }: Factory): NodeJS.ProcessEnv {
  const { CROSSDOCK_TOKEN: _token, CROSSDOCK_TENANT: _tenant, ...rest } = env
  return rest
}
