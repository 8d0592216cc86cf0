import type { HttpContext } from '@adonisjs/core/http'
import { browserSessions, signIns } from '@crossdock/backend/access'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { clientKey } from '@crossdock/kernel/limits'
import { notFound, Problem, text } from '@crossdock/kernel/ground'
import { originHere } from '@crossdock/kernel/http'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator, inTenant, systemActor, tenantTable } from '@crossdock/kernel/tenancy'
import { oauthConfigProven } from '../event_types.js'
import { beginningsPerClient } from '../limits.js'
import { OauthConfig } from '../models/oauth_config.js'
import { shownClaims, namesIn } from '../provider/claims.js'
import { SsoFailure } from '../provider/failures.js'
import { proveAddress, readAnswer, type SignedClaims } from '../provider/prove_identity.js'
import { findConfig } from '../queries/configs.js'
import {
  storePendingSignIn,
  outcomeContext,
  stateHash,
  type PendingSignIn,
} from '../pending_sign_ins.js'
import type { Trial } from '../validators/trial.js'
import { beginWithProvider } from './begin_sign_in.js'
import { findPersonFor } from './person_for.js'
import { connectionKeyOf } from './test_config.js'

/** The page of the console that shows the outcome of a trial. */
const pageOf = (configId: string): string => `/settings?tab=sso&trial=${configId}`

/**
 * Sends an administrator to a provider and back, to show the outcome of a sign-in. No session begins. The outcome is
 * stored sealed for ten minutes.
 * @returns the address to go to
 * @throws Problem 403 for a token, 404, 409, 429
 */
export async function beginTrial(http: HttpContext, configId: string): Promise<string> {
  const { account } = await browserSessions.use().of(http)
  const config = await findConfig(configId)
  await beginningsPerClient.use(clientKey(http.request.ip()))
  const browser = signIns.use().remember(http)
  const how = { browser, next: null, origin: originHere(http), forcesLogin: true }
  try {
    return (await beginWithProvider(config, how, account.id)).href
  } catch (error) {
    throw error instanceof SsoFailure ? notBegun(error) : error
  }
}

const notBegun = ({ code }: SsoFailure) =>
  new Problem(
    409,
    'E_TRIAL',
    text('The trial cannot begin ({code}). Test the connection to see what is wrong.', { code })
  )

/**
 * Stores the outcome of a trial. A successful trial proves the provider.
 * @returns the page that shows the outcome
 */
export async function finishTrial(
  answer: URL,
  waiting: PendingSignIn & { triedBy: string }
): Promise<string> {
  const { configId, triedBy } = waiting
  const reason = 'a browser that returns from a provider has no tenant yet'
  const config = await asOperator(reason, () => OauthConfig.query().where('id', configId).first())
  if (!config) throw new SsoFailure('unknown')
  const { tenantId } = config
  const actor = { ...systemActor, label: config.name }
  const trial = await inTenant(tenantId, () => runTrial(config, answer, waiting))
  const proven =
    trial.failure === null &&
    (await asOperator(reason, () =>
      transaction(() => inTenant(tenantId, () => markProven(config, trial), { actor }))
    ))
  const shown = trial.failure === null && !proven ? { ...trial, failure: 'expired' } : trial
  await storePendingSignIn({
    id: waiting.id,
    tenant_id: tenantId,
    config_id: configId,
    tried_by: triedBy,
    state: stateHash(waiting.id),
    browser: '',
    nonce: '',
    verifier: '',
    next: null,
    origin: null,
    asks_anew: false,
    outcome: secrets.use().seal(JSON.stringify(shown), outcomeContext(waiting.id)),
  })
  return pageOf(configId)
}

/** The outcome of a sign-in: the received claims, the person they identify, and the role. */
async function runTrial(config: OauthConfig, answer: URL, waiting: PendingSignIn): Promise<Trial> {
  const trial: Trial = { failure: null, claims: [], person: null, role: null, at: now() }
  let said: SignedClaims | undefined
  try {
    said = await readAnswer(config, answer, waiting)
    const proof = await proveAddress(config, said)
    const { account, role } = await findPersonFor(config, proof)
    const { email, firstName, lastName } = account ?? {
      email: proof.email,
      ...(await namesIn(proof)),
    }
    trial.person = { email, firstName, lastName, isNew: account === null }
    trial.role = role
  } catch (error) {
    if (!(error instanceof SsoFailure)) throw error
    trial.failure = error.code
  }
  return { ...trial, claims: said ? shownClaims(said.sources) : [] }
}

/**
 * Records that people can sign in with a provider, after a trial.
 * @returns false when its connection was changed during the trial
 */
async function markProven(tried: OauthConfig, { person }: Trial): Promise<boolean> {
  const config = await findConfig(tried.id, { lock: true })
  if (connectionKeyOf(config) !== connectionKeyOf(tried)) return false
  await config.merge({ provenAt: now() }).save()
  await recordEvent(oauthConfigProven, {
    target: { type: 'oauth_config', id: config.id },
    payload: { name: config.name, email: person?.email ?? '' },
  })
  return true
}

/** Records that people can sign in with a provider, because a person just did. Runs inside a transaction. */
export const noteProven = async (configId: string): Promise<void> => {
  await tenantTable('oauth_configs').where('id', configId).update({ proven_at: now() })
}

/** The outcome of the caller's last trial of a provider. @throws Problem 403 for a token, 404 */
export async function findTrial(http: HttpContext, configId: string): Promise<Trial> {
  const { account } = await browserSessions.use().of(http)
  await findConfig(configId)
  const row: { id: string; outcome: string } | null = await asOperator(
    'a pending sign-in has no tenant yet',
    () =>
      unscoped()
        .from('oauth_sign_ins')
        .select('id', 'outcome')
        .where({ config_id: configId, tried_by: account.id })
        .whereNotNull('outcome')
        .where('expires_at', '>', now())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .first()
  )
  const trial = row && openOutcome(row)
  if (trial) return trial
  throw notFound(
    'You have tried no sign-in by the identity provider "{id}" in the last ten minutes. Start a trial first.',
    configId
  )
}

function openOutcome({ id, outcome }: { id: string; outcome: string }): Trial | null {
  try {
    return JSON.parse(secrets.use().open(outcome, outcomeContext(id))) as Trial
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
