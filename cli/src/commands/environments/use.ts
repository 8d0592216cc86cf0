import type { Environment } from '@crossdock/client'
import { ApiClient } from '../../api/client.js'
import { credentials } from '../../config/settings.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'

/** Saves an environment in the profile as the default of all commands. */
export async function useEnvironment(
  factory: Factory,
  typed: string | undefined,
  options: { none?: boolean }
): Promise<void> {
  if ((typed === undefined) === !options.none) {
    throw new UsageError('Name one environment, or give --none.')
  }
  const profile = await factory.profile()
  if (!profile && factory.env.CROSSDOCK_TOKEN) {
    throw new UsageError(
      'With CROSSDOCK_TOKEN there is no profile to save the environment in.',
      'Set CROSSDOCK_ENVIRONMENT or --environment instead.'
    )
  }
  const { CROSSDOCK_TOKEN: _token, CROSSDOCK_TENANT: _tenant, ...env } = factory.env
  // Only with the token of the profile.
  const { server, headers } = credentials(factory.flags, env, profile)
  // The environment saved before may no longer exist.
  delete headers['x-environment']
  const found = typed === undefined ? null : await find(new ApiClient({ server, headers }), typed)
  const kept = found?.name ?? null
  await (await factory.profiles()).write(factory.profileName, { ...profile!, environment: kept })
  if (factory.flags.json) return factory.printJson({ environment: kept })
  const where = found ? `${found.displayName} (${found.name})` : 'production'
  factory.say(`Commands now use ${where}, unless --environment names another environment.`)
}

async function find(api: ApiClient, typed: string): Promise<Environment> {
  const environments = await api.all<Environment>('/api/tenant/environments')
  return pick(environments, typed, {
    one: 'environment',
    list: 'crossdock environments list',
    ids: ({ id }) => [id],
    name: ({ name }) => name,
    about: ({ displayName }) => displayName,
  })
}
