import type { HttpContext } from '@adonisjs/core/http'
import { signIns } from '@crossdock/backend/access'
import { clock, isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator, insertMissing, inTenant, systemActor } from '@crossdock/kernel/tenancy'
import type { OauthConfig } from '../models/oauth_config.js'
import { SsoFailure } from '../provider/failures.js'
import { proofIn, readAnswer, type Proof } from '../provider/prove_identity.js'
import { tokenContext } from '../provider/sign_out.js'
import { activeConfig } from '../queries/active_configs.js'
import { takeWaiting, type Waiting } from '../waiting.js'
import { personFor } from './person_for.js'
import { finishTrial, noteProven } from './trial.js'

/**
 * Takes a provider's answer, and signs in the person it proves. For a trial it only keeps the outcome.
 * @returns the path to go on to, when one was wanted. @throws SsoFailure, Problem 401 for whoever was deactivated this moment
 */
export async function finishSignIn(http: HttpContext, answer: URL): Promise<string | null> {
  const browser = signIns.use().browserOf(http)
  const waiting = await takeWaiting(answer.searchParams.get('state'), browser)
  if (waiting.triedBy) return finishTrial(answer, { ...waiting, triedBy: waiting.triedBy })
  const config = await activeConfig(waiting.configId)
  if (!config) throw new SsoFailure('unknown')
  const proof = await inTenant(config.tenantId, async () =>
    proofIn(config, await readAnswer(config, answer, waiting))
  )
  try {
    await enter(http, config, proof, waiting)
  } catch (error) {
    // Somebody of this address was added in the same moment: they are there now.
    if (!isUniqueViolation(error, 'email')) throw error
    await enter(http, config, proof, waiting)
  }
  return waiting.next
}

/** The person and their session, all or nothing. */
function enter(
  http: HttpContext,
  config: OauthConfig,
  proof: Proof,
  { asksAnew }: Waiting
): Promise<void> {
  const actor = { ...systemActor, label: config.name }
  const work = async () => {
    const userId = await personFor(config, proof)
    // Asked to ask anew, a provider that says nothing of when is believed: it has let them pass just now.
    const provedAt = proof.provedAt ?? (asksAnew ? clock.date() : null)
    const session_id = await signIns.use().start(http, userId, { provedAt })
    const id_token = secrets.use().seal(proof.idToken, tokenContext(session_id))
    const { subject, sid } = proof
    if (!config.provenAt) await noteProven(config.id)
    const row = { config_id: config.id, session_id, id_token, subject, sid }
    await insertMissing('oauth_sessions', [row])
  }
  return asOperator('who signs in is in no tenant yet', () =>
    transaction(() => inTenant(config.tenantId, work, { actor }))
  )
}
