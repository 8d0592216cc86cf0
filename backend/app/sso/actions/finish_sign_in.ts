import type { HttpContext } from '@adonisjs/core/http'
import { signIns } from '@crossdock/backend/access'
import { clock, isUniqueViolation, transaction } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator, insertMissing, inTenant, systemActor } from '@crossdock/kernel/tenancy'
import type { OauthConfig } from '../models/oauth_config.js'
import { SsoFailure } from '../provider/failures.js'
import { proveAddress, readAnswer, type Proof } from '../provider/prove_identity.js'
import { tokenContext } from '../provider/sign_out.js'
import { activeConfig } from '../queries/active_configs.js'
import { takePendingSignIn, type PendingSignIn } from '../pending_sign_ins.js'
import { findOrCreatePerson } from './person_for.js'
import { finishTrial, noteProven } from './trial.js'

/**
 * Takes a provider's answer, and signs in the proven person. For a trial it only stores the outcome.
 * @returns the path to continue at, if requested
 * @throws SsoFailure, Problem 401 for a person who was just deactivated
 */
export async function finishSignIn(http: HttpContext, answer: URL): Promise<string | null> {
  const browser = signIns.use().browserOf(http)
  const waiting = await takePendingSignIn(answer.searchParams.get('state'), browser)
  if (waiting.triedBy) return finishTrial(answer, { ...waiting, triedBy: waiting.triedBy })
  const config = await activeConfig(waiting.configId)
  if (!config) throw new SsoFailure('unknown')
  const proof = await inTenant(config.tenantId, async () =>
    proveAddress(config, await readAnswer(config, answer, waiting))
  )
  try {
    await enter(http, config, proof, waiting)
  } catch (error) {
    // A person with this address was added concurrently and exists now.
    if (!isUniqueViolation(error, 'email')) throw error
    await enter(http, config, proof, waiting)
  }
  return waiting.next
}

/** Creates the person and the session, both or neither. */
function enter(
  http: HttpContext,
  config: OauthConfig,
  proof: Proof,
  { forcesLogin }: PendingSignIn
): Promise<void> {
  const actor = { ...systemActor, label: config.name }
  const work = async () => {
    const userId = await findOrCreatePerson(config, proof)
    // If the provider had to authenticate again but reports no time, assume that it did so just now.
    const provedAt = proof.provedAt ?? (forcesLogin ? clock.date() : null)
    const session_id = await signIns.use().start(http, userId, { provedAt })
    const id_token = secrets.use().seal(proof.idToken, tokenContext(session_id))
    const { subject, sid } = proof
    // A completed sign-in proves that the provider works, as a trial does.
    if (!config.provenAt) await noteProven(config.id)
    const row = { config_id: config.id, session_id, id_token, subject, sid }
    await insertMissing('oauth_sessions', [row])
  }
  return asOperator('a person who signs in has no tenant yet', () =>
    transaction(() => inTenant(config.tenantId, work, { actor }))
  )
}
