import type { SecretHolder, VariableReader } from '@crossdock/environments/contracts'
import { VariableRefused } from '@crossdock/environments/contracts'
import { openConfig } from '@crossdock/kernel/kinds'
import { SecretError } from '@crossdock/kernel/secrets'
import { fillPlaces } from '../placeholders/variables.js'
import { secretValues } from '../config/secret_values.js'
import { contextOf, storedAuth } from '../config/stored.js'
import type { Credentials } from '../contracts/index.js'
import { openToken } from '../grants/stored_tokens.js'
import { ExternalSystem } from '../models/external_system.js'
import { SystemGrant } from '../models/system_grant.js'

/** Returns the credentials of all systems of the context's environment, and the secrets in their configurations. */
export const systemSecrets: SecretHolder['secrets'] = async (variables) => {
  const systems = await ExternalSystem.query()
  const grants = await SystemGrant.query()
  const tokens = grants.flatMap(({ systemId, accessToken, refreshToken }) =>
    [accessToken, refreshToken].flatMap((token) =>
      token === null ? [] : opened(() => [openToken(systemId, token)], variables)
    )
  )
  return [
    ...tokens,
    ...systems.flatMap((system) =>
      withSystemName(system, () => [
        ...opened(() => {
          const stored = { config: system.config, authConfig: {} }
          return secretValues(stored, contextOf(system.id)).secrets
        }, variables),
        ...opened(() => {
          const auth = storedAuth(system)
          const credentials = openConfig<Credentials>(auth, contextOf(system.id))
          const { secrets } = secretValues({ config: {}, authConfig: auth }, contextOf(system.id))
          return [...secrets, ...pairsOf(credentials)]
        }, variables),
      ])
    ),
  ]
}

/** Adds the system's name to an error about its configuration. */
function withSystemName({ id, name }: ExternalSystem, read: () => string[]): string[] {
  try {
    return read()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`System ${name} (${id}): ${why}`, { cause })
  }
}

/** Returns user names and passwords in the form that Basic authentication encodes. */
function pairsOf({ username, password, clientId, clientSecret }: Credentials): string[] {
  return [
    ...(password ? [`${username ?? ''}:${password}`] : []),
    ...(clientSecret ? [`${clientId ?? ''}:${clientSecret}`] : []),
  ]
}

/** Returns secrets with filled placeholders; an empty list if their key is missing. */
function opened(read: () => string[], variables: VariableReader): string[] {
  try {
    return read().map((secret) => filled(secret, variables))
  } catch (error) {
    if (error instanceof SecretError) return []
    throw error
  }
}

function filled(secret: string, variables: VariableReader): string {
  try {
    return fillPlaces(secret, (name) => variables.value(name))
  } catch (error) {
    if (error instanceof VariableRefused || error instanceof SecretError) return secret
    throw error
  }
}
