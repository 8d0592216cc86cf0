import { clock } from '@crossdock/kernel/database'
import type { JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { perApplication } from '@crossdock/kernel/plugin'
import { secrets } from '@crossdock/kernel/secrets'
import { providerTimeoutMs, tolerantFetch } from './guarded_fetch.js'
import { isThisMachine } from './kinds.js'
import { secretContext } from './secret_context.js'

/** What it takes to speak to a provider. */
export interface Connection {
  id: string
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: string | null
}

/** What is known of a provider, until it is discovered again. */
export interface Known {
  configuration: oidc.Configuration
  until: number
  /** Kept by `keys.ts`. */
  keys?: Promise<JWTVerifyGetKey>
  keysAt?: number
  /** The next discovery, once the keys turned out to be old. */
  newer?: Promise<Known>
}

/** What a provider says of itself is asked for again after so long. */
const freshMs = 10 * 60_000
const mostKnown = 500

const known = perApplication(() => new Map<string, Known>())

/** Any change of the connection is another one, in every process. */
const keyOf = ({ id, issuer, clientId, clientSecret }: Connection) =>
  JSON.stringify([id, issuer, clientId, clientSecret])

/** In the header, as the specification takes for granted, unless the provider says it wants it in the form. */
const withSecret =
  (secret: string): oidc.ClientAuth =>
  (provider, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods } = provider
    const inForm = methods && ![methods].flat().includes('client_secret_basic')
    const authenticate = (inForm ? oidc.ClientSecretPost : oidc.ClientSecretBasic)(secret)
    authenticate(provider, client, body, headers)
  }

/** What is known of a provider, from memory or by discovery. @throws as `discover` */
export const clientOf = async (connection: Connection): Promise<oidc.Configuration> =>
  (await knownOf(connection)).configuration

/** What is known of a provider, from memory or by discovery. @throws as `discover` */
export async function knownOf(connection: Connection): Promise<Known> {
  const present = known().get(keyOf(connection))
  return present && present.until > clock.now() ? present : discoverAgain(connection)
}

/** Discovers a provider again, and replaces what is known. @throws as `discover` */
export async function discoverAgain(connection: Connection): Promise<Known> {
  const key = keyOf(connection)
  const found = { configuration: await discover(connection), until: clock.now() + freshMs }
  const all = known()
  all.delete(key)
  all.set(key, found)
  if (all.size > mostKnown) all.delete(all.keys().next().value!)
  return found
}

/** Forgets what is known of a provider, with its keys. */
export const forget = (connection: Connection): void => void known().delete(keyOf(connection))

/**
 * Fetches the metadata of a provider. The client checks claims only: `judgeSigned` checks signatures.
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
