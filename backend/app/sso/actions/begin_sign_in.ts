import { newId } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { inTenant } from '@crossdock/kernel/tenancy'
import * as oidc from 'openid-client'
import { beginningsPerProvider } from '../limits.js'
import type { OauthConfig } from '../models/oauth_config.js'
import { callbackUrl } from '../provider/callback.js'
import { clientOf, type Connection } from '../provider/client.js'
import { fromProvider, SsoFailure } from '../provider/failures.js'
import { activeConfig } from '../queries/active_configs.js'
import { keepWaiting, stateHash, verifierContext } from '../waiting.js'
import { isOriginOf } from '../where_begun.js'

export interface Beginning {
  configId: string
  /** The browser that asks, as `signIns` knows it. */
  browser: string
  /** Path of the console to go to afterwards. */
  next: string | null
  /** Where the person is: there they come back to. */
  origin: string
  /** Whether the provider is to ask who they are, also where it knows them. */
  asksAnew: boolean
}

/** Where to send a browser to be signed in, once. @throws SsoFailure, Problem 429 */
export async function beginSignIn(beginning: Beginning): Promise<URL> {
  const config = await activeConfig(beginning.configId)
  if (!config) throw new SsoFailure('unknown')
  return begin(config, beginning)
}

/**
 * Begins a sign-in by a provider, whether it is on or not.
 * @param triedBy the administrator of a trial: then no session begins. @throws SsoFailure, Problem 429
 */
export async function begin(
  config: OauthConfig,
  { browser, next, origin, asksAnew }: Omit<Beginning, 'configId'>,
  triedBy: string | null = null
): Promise<URL> {
  const { tenantId } = config
  // At the address of another organization nobody is let in.
  if (!(await isOriginOf(tenantId, origin))) throw new SsoFailure('address')
  await beginningsPerProvider.use(config.id)
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const verifier = oidc.randomPKCECodeVerifier()
  const url = await inTenant(tenantId, () =>
    fromProvider(() => addressFor(config, { state, nonce, verifier }, asksAnew))
  )
  const id = newId()
  await keepWaiting({
    ...{ id, tenant_id: tenantId, config_id: config.id, browser, nonce, next, origin },
    ...{ asks_anew: asksAnew, tried_by: triedBy },
    state: stateHash(state),
    verifier: secrets.use().seal(verifier, verifierContext(id)),
  })
  return url
}

interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** The page of the provider with all it needs to know. */
async function addressFor(
  config: Connection,
  { state, nonce, verifier }: Secrets,
  asksAnew: boolean
): Promise<URL> {
  const url = oidc.buildAuthorizationUrl(await clientOf(config), {
    redirect_uri: callbackUrl(),
    scope: 'openid email profile',
    ...{ state, nonce, code_challenge_method: 'S256' },
    // With `max_age` it also says when it asked.
    ...(asksAnew ? { prompt: 'login', max_age: '0' } : {}),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  })
  if (!/^https?:$/.test(url.protocol)) throw new SsoFailure('invalid')
  return url
}
