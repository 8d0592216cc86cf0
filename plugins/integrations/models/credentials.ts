import { parseJson } from '@crossdock/kernel/json'
import { MASK, mask, SecretError, secrets } from '@crossdock/kernel/secrets'
import type { AuthType, Credentials } from '../contracts/index.js'

/** The credential fields each authentication type uses, besides the headers every type may send. */
const FIELDS: Record<AuthType, (keyof Credentials)[]> = {
  bearer: ['accessToken'],
  basic: ['username', 'password'],
  oauth2: ['clientId', 'clientSecret', 'accessToken', 'tokenUrl', 'scope'],
  apikey: ['apiKey'],
}

const HIDDEN = ['apiKey', 'clientSecret', 'accessToken', 'password'] as const

/** What the API shows of credentials: names and addresses as they are, secrets as null or the mask. */
export type ShownCredentials = ReturnType<typeof showCredentials>

export function showCredentials(auth: Credentials) {
  const headers = Object.keys(auth.headers ?? {}).map((name) => [name, MASK] as const)
  return {
    apiKey: mask(auth.apiKey),
    clientId: auth.clientId ?? null,
    clientSecret: mask(auth.clientSecret),
    accessToken: mask(auth.accessToken),
    username: auth.username ?? null,
    password: mask(auth.password),
    tokenUrl: auth.tokenUrl ?? null,
    scope: auth.scope ?? null,
    headers: Object.fromEntries(headers) as Record<string, string>,
  }
}

/** Only what the authentication type uses is kept: a secret nobody needs is not stored. */
export function fitCredentials(authType: AuthType, auth: Credentials): Credentials {
  const kept = new Set<string>([...FIELDS[authType], 'headers'])
  return Object.fromEntries(Object.entries(auth).filter(([name]) => kept.has(name)))
}

/** Every secret in them, for masking in logs. */
export function secretsIn(auth: Credentials): string[] {
  const fields = HIDDEN.map((name) => auth[name])
  const headers = Object.values(auth.headers ?? {}).filter((value) => !/[{}]/.test(value))
  return [...fields, ...headers].filter((value) => value !== undefined)
}

export function sealCredentials(systemId: string, auth: Credentials): string | null {
  if (Object.keys(auth).length === 0) return null
  return secrets.use().seal(JSON.stringify(auth), contextOf(systemId))
}

/** @throws SecretError when the key it was sealed with is gone. */
export function openCredentials(systemId: string, sealed: string | null): Credentials {
  if (sealed === null) return {}
  return parseJson(secrets.use().open(sealed, contextOf(systemId))) as Credentials
}

/**
 * As `openCredentials`, but credentials whose key is gone read as not set: people can then still
 * list systems and enter the credentials again.
 */
export function readableCredentials(systemId: string, sealed: string | null): Credentials {
  try {
    return openCredentials(systemId, sealed)
  } catch (error) {
    if (error instanceof SecretError) return {}
    throw error
  }
}

function contextOf(systemId: string): string {
  return `external_systems:${systemId}:auth_config`
}
