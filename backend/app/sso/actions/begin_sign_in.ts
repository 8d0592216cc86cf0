import { clock, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import * as oidc from 'openid-client'
import { beginningsPerProvider } from '../limits.js'
import { callbackUrl } from '../provider/callback.js'
import { clientOf, type Connection } from '../provider/client.js'
import { fromProvider, SsoFailure } from '../provider/failures.js'
import { activeConfig } from '../queries/active_configs.js'
import { stateHash, verifierContext } from '../waiting.js'
import { isOriginOf } from '../where_begun.js'

/** How long somebody may take at their provider. */
const waitingMs = 10 * 60_000

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
  const { configId, browser, next, origin, asksAnew } = beginning
  const config = await activeConfig(configId)
  if (!config) throw new SsoFailure('unknown')
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
  await keep({
    ...{ id, tenant_id: tenantId, config_id: config.id, browser, nonce, next, origin },
    asks_anew: asksAnew,
    state: stateHash(state),
    verifier: secrets.use().seal(verifier, verifierContext(id)),
    created_at: now(),
    expires_at: new Date(clock.now() + waitingMs).toISOString(),
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

/** Those that took too long go as others begin. */
function keep(row: Record<string, string | boolean | null>): Promise<void> {
  return asOperator('who signs in is in no tenant yet', () =>
    transaction(async () => {
      await unscoped().from('oauth_sign_ins').where('expires_at', '<', now()).delete()
      await unscoped().table('oauth_sign_ins').insert(row)
    })
  )
}
