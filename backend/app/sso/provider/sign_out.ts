import { authentication } from '@crossdock/kernel/http'
import type { HttpContext } from '@adonisjs/core/http'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { currentContext, tenantTable } from '@crossdock/kernel/tenancy'
import * as oidc from 'openid-client'
import { OauthConfig } from '../models/oauth_config.js'
import { signedOutPage } from './callback.js'
import { findClient } from './client.js'

/** Context of the sealed ID token of a session. */
export const tokenContext = (sessionId: string): string => `oauth_sessions:${sessionId}`

/**
 * Where the caller's session is signed out at its provider. Null for a session without a provider, or when the
 * provider has no address for it or does not answer.
 */
export async function signOutAddress(http: HttpContext): Promise<string | null> {
  if (!currentContext().tenantId) return null
  const identity = await authentication.use().identify(http)
  if (identity?.credential.type !== 'session') return null
  const { id: sessionId } = identity.credential
  const session = await tenantTable<{ config_id: string; id_token: string }>('oauth_sessions')
    .where('session_id', sessionId)
    .first()
  const config = session && (await OauthConfig.find(session.config_id))
  if (!config) return null
  const client = await findClient(config).catch(() => null)
  if (!client?.serverMetadata().end_session_endpoint) return null
  try {
    const address = oidc.buildEndSessionUrl(client, {
      id_token_hint: secrets.use().open(session.id_token, tokenContext(sessionId)),
      post_logout_redirect_uri: signedOutPage(),
    })
    return /^https?:$/.test(address.protocol) ? address.href : null
  } catch (error) {
    // The address is unusable, or the token was sealed with another APP_KEY: the sign-out here continues.
    const { code = '' } = error as { code?: string }
    const isRefused = error instanceof TypeError || code.startsWith('OAUTH_')
    if (isRefused || error instanceof SecretError) return null
    throw error
  }
}
