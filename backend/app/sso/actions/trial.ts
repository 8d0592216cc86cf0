import type { HttpContext } from '@adonisjs/core/http'
import { browserSessions, signIns } from '@crossdock/backend/access'
import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { clientKey, notFound, originHere, Problem, text } from '@crossdock/kernel/http'
import { SecretError, secrets } from '@crossdock/kernel/secrets'
import { asOperator, inTenant, systemActor, tenantTable } from '@crossdock/kernel/tenancy'
import { oauthConfigProven } from '../event_types.js'
import { beginningsPerClient } from '../limits.js'
import { OauthConfig } from '../models/oauth_config.js'
import { shownClaims, namesIn } from '../provider/claims.js'
import { SsoFailure } from '../provider/failures.js'
import { proofIn, readAnswer, type Said } from '../provider/prove_identity.js'
import { findConfig } from '../queries/configs.js'
import { keepWaiting, outcomeContext, stateHash, type Waiting } from '../waiting.js'
import type { Trial } from '../validators/trial.js'
import { begin } from './begin_sign_in.js'
import { meantBy } from './person_for.js'
import { connectionOf } from './test_config.js'

/** The page of the console that shows the outcome of a trial. */
const pageOf = (configId: string): string => `/settings?tab=sso&trial=${configId}`

/**
 * Sends an administrator to a provider and back, to show the outcome of a sign-in. No session begins. The outcome is kept
 * sealed for ten minutes. @returns the address to go to. @throws Problem 403 for a token, 404, 409, 429
 */
export async function beginTrial(http: HttpContext, configId: string): Promise<string> {
  const { account } = await browserSessions.use().of(http)
  const config = await findConfig(configId)
  await beginningsPerClient.use(clientKey(http.request.ip()))
  const browser = signIns.use().remember(http)
  const how = { browser, next: null, origin: originHere(http), asksAnew: true }
  try {
    return (await begin(config, how, account.id)).href
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

/** Keeps the outcome of a trial. A successful trial proves the provider. @returns the page that shows the outcome */
export async function finishTrial(
  answer: URL,
  waiting: Waiting & { triedBy: string }
): Promise<string> {
  const { configId, triedBy } = waiting
  const reason = 'who comes back from a provider is in no tenant yet'
  const config = await asOperator(reason, () => OauthConfig.query().where('id', configId).first())
  if (!config) throw new SsoFailure('unknown')
  const { tenantId } = config
  const actor = { ...systemActor, label: config.name }
  const trial = await inTenant(tenantId, () => judge(config, answer, waiting))
  const proven =
    trial.failure === null &&
    (await asOperator(reason, () =>
      transaction(() => inTenant(tenantId, () => prove(config, trial), { actor }))
    ))
  const shown = trial.failure === null && !proven ? { ...trial, failure: 'expired' } : trial
  await keepWaiting({
    ...{ id: waiting.id, tenant_id: tenantId, config_id: configId, tried_by: triedBy },
    ...{ state: stateHash(waiting.id), browser: '', nonce: '', verifier: '', next: null },
    ...{ origin: null, asks_anew: false },
    outcome: secrets.use().seal(JSON.stringify(shown), outcomeContext(waiting.id)),
  })
  return pageOf(configId)
}

/** The outcome of a sign-in: the claims that came, the person they mean, and the role. */
async function judge(config: OauthConfig, answer: URL, waiting: Waiting): Promise<Trial> {
  const trial: Trial = { failure: null, claims: [], person: null, role: null, at: now() }
  let said: Said | undefined
  try {
    said = await readAnswer(config, answer, waiting)
    const proof = await proofIn(config, said)
    const { account, role } = await meantBy(config, proof)
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

/** Notes that a provider is proven. @returns false when its connection was changed during the trial */
async function prove(tried: OauthConfig, { person }: Trial): Promise<boolean> {
  const config = await findConfig(tried.id, { lock: true })
  if (connectionOf(config) !== connectionOf(tried)) return false
  await config.merge({ provenAt: now() }).save()
  await recordEvent(oauthConfigProven, {
    target: { type: 'oauth_config', id: config.id },
    payload: { name: config.name, email: person?.email ?? '' },
  })
  return true
}

/** Notes that a provider is proven, because a person has signed in with it. Runs inside a transaction. */
export const noteProven = async (configId: string): Promise<void> => {
  await tenantTable('oauth_configs').where('id', configId).update({ proven_at: now() })
}

/** The outcome of the caller's last trial of a provider. @throws Problem 403 for a token, 404 */
export async function findTrial(http: HttpContext, configId: string): Promise<Trial> {
  const { account } = await browserSessions.use().of(http)
  await findConfig(configId)
  const row: { id: string; outcome: string } | null = await asOperator(
    'a sign-in on its way is in no tenant yet',
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
  const trial = row && opened(row)
  if (trial) return trial
  throw notFound(
    'You have tried no sign-in by the identity provider "{id}" in the last ten minutes. Start a trial first.',
    configId
  )
}

function opened({ id, outcome }: { id: string; outcome: string }): Trial | null {
  try {
    return JSON.parse(secrets.use().open(outcome, outcomeContext(id))) as Trial
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
