import { newId } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { inTenant } from '@crossdock/kernel/tenancy'
import * as oidc from 'openid-client'
import { beginningsPerProvider } from '../limits.js'
import type { OauthConfig } from '../models/oauth_config.js'
import { callbackUrl } from '../provider/callback.js'
import { findClient, type Connection } from '../provider/client.js'
import { withSsoFailures, SsoFailure } from '../provider/failures.js'
import { activeConfig } from '../queries/active_configs.js'
import { storePendingSignIn, stateHash, verifierContext } from '../pending_sign_ins.js'
import { isOriginOf } from '../sign_in_origin.js'

export interface Beginning {
  configId: string
  /** The browser that asks, as identified by `signIns`. */
  browser: string
  /** Path of the console to go to afterwards. */
  next: string | null
  /** The address the person is at, and returns to. */
  origin: string
  /** Whether the provider must authenticate the person again, even with a running session. */
  forcesLogin: boolean
}

/** Returns the provider's address where a browser signs in; valid once. @throws SsoFailure, Problem 429 */
export async function beginSignIn(beginning: Beginning): Promise<URL> {
  const config = await activeConfig(beginning.configId)
  if (!config) throw new SsoFailure('unknown')
  return beginWithProvider(config, beginning)
}

/**
 * Begins a sign-in with a provider, active or not.
 * @param triedBy the administrator of a trial, which begins no session
 * @throws SsoFailure, Problem 429
 */
export async function beginWithProvider(
  config: OauthConfig,
  { browser, next, origin, forcesLogin }: Omit<Beginning, 'configId'>,
  triedBy: string | null = null
): Promise<URL> {
  const { tenantId } = config
  // No sign-in at the address of another organization.
  if (!(await isOriginOf(tenantId, origin))) throw new SsoFailure('address')
  await beginningsPerProvider.use(config.id)
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const verifier = oidc.randomPKCECodeVerifier()
  const url = await inTenant(tenantId, () =>
    withSsoFailures(() => buildAuthorizationUrl(config, { state, nonce, verifier }, forcesLogin))
  )
  const id = newId()
  await storePendingSignIn({
    id,
    tenant_id: tenantId,
    config_id: config.id,
    browser,
    nonce,
    next,
    origin,
    asks_anew: forcesLogin,
    tried_by: triedBy,
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

/** The provider's page with all parameters of the request. */
async function buildAuthorizationUrl(
  config: Connection,
  { state, nonce, verifier }: Secrets,
  forcesLogin: boolean
): Promise<URL> {
  const url = oidc.buildAuthorizationUrl(await findClient(config), {
    redirect_uri: callbackUrl(),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge_method: 'S256',
    // With `max_age`, the answer contains the time of authentication.
    ...(forcesLogin ? { prompt: 'login', max_age: '0' } : {}),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  })
  if (!/^https?:$/.test(url.protocol)) throw new SsoFailure('invalid')
  return url
}
