import { clock } from '@crossdock/kernel/database'
import type { JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { perApplication } from '@crossdock/kernel/plugin'
import { secrets } from '@crossdock/kernel/secrets'
import { providerTimeoutMs, tolerantFetch } from './guarded_fetch.js'
import { isThisMachine } from './kinds.js'
import { secretContext } from './secret_context.js'

/** The data to connect to a provider. */
export interface Connection {
  id: string
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: string | null
}

/** Cached facts about a provider, until the next discovery. */
export interface ProviderFacts {
  configuration: oidc.Configuration
  until: number
  /** Set by `keys.ts`. */
  keys?: Promise<JWTVerifyGetKey>
  keysAt?: number
  /** The next discovery, after the keys turned out to be outdated. */
  newer?: Promise<ProviderFacts>
}

/** How long discovered metadata stay valid. */
const freshMs = 10 * 60_000
const mostKnown = 500

const known = perApplication(() => new Map<string, ProviderFacts>())

/** Includes all fields of the connection, so every process notices a change. */
const keyOf = ({ id, issuer, clientId, clientSecret }: Connection) =>
  JSON.stringify([id, issuer, clientId, clientSecret])

/** Sends the secret in the header, the default of the specification, unless the provider wants it in the form. */
const withSecret =
  (secret: string): oidc.ClientAuth =>
  (provider, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods } = provider
    const inForm = methods && ![methods].flat().includes('client_secret_basic')
    const authenticate = (inForm ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(secret)
    authenticate(provider, client, body, headers)
  }

/** The client of a provider, from memory or by discovery. @throws as `discover` */
export const findClient = async (connection: Connection): Promise<oidc.Configuration> =>
  (await findFacts(connection)).configuration

/** The cached facts about a provider, from memory or by discovery. @throws as `discover` */
export async function findFacts(connection: Connection): Promise<ProviderFacts> {
  const present = known().get(keyOf(connection))
  return present && present.until > clock.now() ? present : discoverAgain(connection)
}

/** Discovers a provider again, and replaces the cached facts. @throws as `discover` */
export async function discoverAgain(connection: Connection): Promise<ProviderFacts> {
  const key = keyOf(connection)
  const found = { configuration: await discover(connection), until: clock.now() + freshMs }
  const all = known()
  all.delete(key)
  all.set(key, found)
  if (all.size > mostKnown) all.delete(all.keys().next().value!)
  return found
}

/** Removes the cached facts about a provider, with its keys. */
export const forgetFacts = (connection: Connection): void => void known().delete(keyOf(connection))

/**
 * Fetches the metadata of a provider. The client checks claims only: `verifySigned` checks signatures.
 * @throws what openid-client throws, with an EgressError as its cause where the provider was not reached
 */
export async function discover(connection: Connection): Promise<oidc.Configuration> {
  const { id, issuer, clientId, clientSecret } = connection
  const secret = clientSecret ? secrets.use().open(clientSecret, secretContext(id)) : null
  return oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    secret ? withSecret(secret) : oidc.None(),
    {
      timeout: providerTimeoutMs / 1000,
      [oidc.customFetch]: tolerantFetch,
      execute: isThisMachine(issuer) ? [oidc.allowInsecureRequests] : [],
    }
  )
}
