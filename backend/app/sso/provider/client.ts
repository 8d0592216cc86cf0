import { clock } from '@crossdock/kernel/database'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oidc from 'openid-client'
import { perApplication } from '@crossdock/kernel/plugin'
import { secrets } from '@crossdock/kernel/secrets'
import { guardedFetch, guardedGet, providerTimeoutMs } from './guarded_fetch.js'
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

interface Known {
  configuration: oidc.Configuration
  /** What it signs with, beside what the library keeps for ID tokens. */
  keys: JWTVerifyGetKey | null
  until: number
}

/** What a provider says of itself is asked for again after so long. */
const freshMs = 10 * 60_000
const mostKnown = 500
/** Whoever likes can name a key nobody knows. */
const keysEveryMs = 2_000

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

/** What is known of a provider, from memory or found out now. @throws as `discover` */
export const clientOf = async (connection: Connection): Promise<oidc.Configuration> =>
  (await knownOf(connection)).configuration

/** The keys of a provider, asked for again when it signs with one that is new. @throws as `discover` */
export async function keysOf(connection: Connection): Promise<JWTVerifyGetKey> {
  const present = await knownOf(connection)
  const { jwks_uri: address } = present.configuration.serverMetadata()
  return (present.keys ??= createRemoteJWKSet(new URL(address ?? ''), {
    ...{ timeoutDuration: providerTimeoutMs, cooldownDuration: keysEveryMs },
    [customFetch]: guardedGet,
  }))
}

async function knownOf(connection: Connection): Promise<Known> {
  const key = keyOf(connection)
  const present = known().get(key)
  if (present && present.until > clock.now()) return present
  const found = {
    configuration: await discover(connection),
    keys: null,
    until: clock.now() + freshMs,
  }
  const all = known()
  all.delete(key)
  all.set(key, found)
  if (all.size > mostKnown) all.delete(all.keys().next().value!)
  return found
}

/** Forgets what is known of a provider, with its keys. */
export const forget = (connection: Connection): void => void known().delete(keyOf(connection))

/**
 * Asks a provider what it is like.
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
      [oidc.customFetch]: guardedFetch,
      execute: [
        // Without it the signature of an ID token is not looked at.
        oidc.enableNonRepudiationChecks,
        ...(isThisMachine(issuer) ? [oidc.allowInsecureRequests] : []),
      ],
    }
  )
}
