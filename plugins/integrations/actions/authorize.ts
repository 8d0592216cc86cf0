import { createHash, randomBytes } from 'node:crypto'
import { clock, newId, now, transaction } from '@crossdock/kernel/database'
import { EgressError } from '@crossdock/kernel/egress'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { logger } from '@crossdock/kernel/plugin'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { currentContext, insertMissing, tenantTable, withContext } from '@crossdock/kernel/tenancy'
import { CallRefused } from '../placeholders/call_refused.js'
import { callVariables } from '../placeholders/variables.js'
import { openSystem } from '../config/opened.js'
import { askForTokens, TokenRefused } from '../grants/oauth_tokens.js'
import type { Call } from '../contracts/index.js'
import { grantGiven } from '../event_types.js'
import { findSystem } from '../queries/systems.js'
import { storeGrant, placeOfGrant } from '../grants/stored_tokens.js'

const authorizations = 'system_authorizations'
/** How long a person may take at the provider. */
const waitingMs = 10 * 60_000

interface Waiting {
  id: string
  environment_id: string
  system_id: string
  user_id: string
  verifier: string
  redirect_uri: string
  place: string
}

const hashOf = (value: string) => createHash('sha256').update(value).digest('hex')
const verifierContext = (id: string) => `${authorizations}:${id}`

/**
 * Starts to connect a system. Returns the provider's address at which the caller grants access (RFC 6749 4.1,
 * with PKCE).
 * @throws Problem 404, 422
 */
export async function beginAuthorization(systemId: string, redirectUri: string) {
  const system = await openedSystem(systemId)
  const { authorizationUrl, clientId, scope, audience, resource } = system.auth
  if (!authorizationUrl || !clientId) {
    throw invalid(
      'authConfig',
      text('Enter the authorization URL and the client ID of {name} first.', { name: system.name })
    )
  }
  const [id, state, verifier] = [newId(), random(), random()]
  await transaction(async () => {
    await tenantTable(authorizations).where('expires_at', '<', now()).delete()
    await insertMissing(authorizations, [
      {
        id,
        system_id: systemId,
        user_id: currentContext().actor.userId,
        state: hashOf(state),
        verifier: secrets.use().seal(verifier, verifierContext(id)),
        redirect_uri: redirectUri,
        place: placeOfGrant(system),
        expires_at: new Date(clock.now() + waitingMs).toISOString(),
      },
    ])
  })
  const url = new URL(authorizationUrl)
  const asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    scope,
    audience,
    resource,
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
  for (const [name, value] of Object.entries(asked)) if (value) url.searchParams.set(name, value)
  return { url: url.href, redirectUri }
}

/** Why a person returned without a grant. The screen never shows texts of the provider. */
export type NotGranted = 'expired' | 'refused' | 'moved' | 'failed'

/**
 * Completes `beginAuthorization`: exchanges the code for tokens, and stores them sealed. A state is valid once,
 * and only for the person for whom it was created.
 */
export async function endAuthorization(
  query: Record<string, unknown>
): Promise<{ systemId: string | null; failed?: NotGranted }> {
  const waiting = await takeAuthorization(query.state)
  if (!waiting) return { systemId: null, failed: 'expired' }
  const systemId = waiting.system_id
  if (typeof query.code !== 'string') return { systemId, failed: 'refused' }
  const code = query.code
  return withContext({ environmentId: waiting.environment_id }, async () => {
    try {
      const system = await openedSystem(systemId)
      if (placeOfGrant(system) !== waiting.place) return { systemId, failed: 'moved' }
      const given = await askForTokens(system, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: waiting.redirect_uri,
        code_verifier: secrets.use().open(waiting.verifier, verifierContext(waiting.id)),
      })
      await transaction(async () => {
        await storeGrant(system, waiting.place, given, waiting.user_id)
        await recordEvent(grantGiven, {
          target: { type: 'external_system', id: systemId },
          payload: { name: system.name },
        })
      })
      return { systemId }
    } catch (error) {
      if (!refusals.some((kind) => error instanceof kind)) throw error
      logger
        .use()
        .warn({ systemId, reason: (error as Error).message }, 'a system was not connected')
      return { systemId, failed: 'failed' }
    }
  })
}

/** Errors of the provider, or of the stored system. Every other error is a server error. */
const refusals = [Problem, CallRefused, TokenRefused, EgressError, SecretError]

async function takeAuthorization(state: unknown): Promise<Waiting | undefined> {
  if (typeof state !== 'string' || state.length > 200) return undefined
  // Runs `work` in all environments: the callback address names no environment, but the row does.
  const anywhere = <T>(work: () => Promise<T>) => withContext({ environmentId: null }, work)
  return anywhere(() =>
    transaction(async () => {
      const found = await tenantTable<Waiting>(authorizations)
        .where('state', hashOf(state))
        .where('user_id', currentContext().actor.userId ?? '')
        .where('expires_at', '>', now())
        .first()
      if (!found) return undefined
      const removed: unknown = await tenantTable(authorizations).where('id', found.id).delete()
      return Number(removed) > 0 ? (found as Waiting) : undefined
    })
  )
}

/**
 * Returns the opened system.
 * @throws Problem 404; 422 for another authentication type, or credentials that cannot be opened
 */
async function openedSystem(id: string): Promise<Call['system']> {
  const system = await findSystem(id)
  if (system.authType !== 'oauth2_code') {
    throw invalid(
      'authType',
      text('{name} does not sign in by OAuth 2.0 with an authorization code.', {
        name: system.name,
      })
    )
  }
  try {
    return (await openSystem(system, await callVariables())).system
  } catch (error) {
    if (!(error instanceof CallRefused) && !(error instanceof SecretError)) throw error
    throw invalid(
      'authConfig',
      text('{name} cannot be connected: {reason}', { name: system.name, reason: error.message })
    )
  }
}

const random = () => randomBytes(32).toString('base64url')
