import { roles } from '@crossdock/backend/access'
import { isAllowedAddress, signInRules } from '@crossdock/backend/tenants'
import { accounts, people, type Account } from '@crossdock/backend/users'
import { logger } from '@crossdock/kernel/plugin'
import type { OauthConfig } from '../models/oauth_config.js'
import { namesIn } from '../provider/claims.js'
import { SsoFailure } from '../provider/failures.js'
import type { Proof } from '../provider/prove_identity.js'
import {
  isKnownOtherwise,
  linkPerson,
  noteEntered,
  personBehind,
  type Identity,
} from './identities.js'

/** The person that a proof means in this tenant, and the role they get. */
export interface Meant {
  identity: Identity
  /** null for a person without an account here. */
  account: Account | null
  /** Whether the provider has used this subject for them before. */
  isKnown: boolean
  role: string
}

/**
 * Finds the person, in the provider's own tenant only: the one known by this subject, else the one with the address, else a new
 * person. Reads only. @throws SsoFailure when the person may not sign in
 */
export async function meantBy(config: OauthConfig, proof: Proof): Promise<Meant> {
  const { id: configId, issuer, tenantId, settings } = config
  const { email, subject } = proof
  const identity = { configId, issuer, subject }
  const known = await personBehind(identity)
  const account = known
    ? await accounts.use().find(known)
    : (await accounts.use().resolve(email, tenantId)).account
  const given = await roleOf(config, proof)
  if (!account) {
    const { allowedDomains } = await signInRules.use().of(tenantId)
    if (!isAllowedAddress(email, allowedDomains)) throw new SsoFailure('outside')
    return { identity, account, isKnown: false, role: given }
  }
  if (account.tenantId !== tenantId || account.isSuperAdmin) throw new SsoFailure('unknown')
  if (!account.mayEnter) throw new SsoFailure('deactivated')
  if (account.isOutside) throw new SsoFailure('outside')
  if (!known && (await isKnownOtherwise(identity, account.id))) {
    throw new SsoFailure('other_account')
  }
  const role = settings.mapsAtEachSignIn ? given : account.role
  return { identity, account, isKnown: known !== null, role }
}

/**
 * The person that a proof means; makes an account where there is none. Runs in the tenant, inside a transaction.
 * @returns the id. @throws SsoFailure
 */
export async function personFor(config: OauthConfig, proof: Proof): Promise<string> {
  const { identity, account, isKnown, role } = await meantBy(config, proof)
  if (!account) {
    const id = await people.use().add({ email: proof.email, ...(await namesIn(proof)), role })
    await linkPerson(identity, id)
    return id
  }
  const { id } = account
  // First, because it holds the administrators, and nobody else holds one of them before all.
  if (config.settings.mapsAtEachSignIn) await people.use().setRole(id, role)
  if (!isKnown && !(await linkPerson(identity, id)) && (await personBehind(identity)) !== id) {
    throw new SsoFailure('other_account')
  }
  if (isKnown) await noteEntered(identity)
  return id
}

/** The first rule that fits; a role that is gone since gives nobody anything, and the log says so. */
async function roleOf({ id, tenantId, settings }: OauthConfig, proof: Proof): Promise<string> {
  const { roleMapping, defaultRole } = settings
  const rule = roleMapping.find(({ claim, value }) => holdsValue(proof.claim(claim), value))
  for (const role of [rule?.role, defaultRole]) {
    if (!role) continue
    if (await roles.use().isKnown({ tenantId, role })) return role
    const lost = { oauthConfigId: id, tenantId, role }
    logger.use().warn(lost, 'single sign-on: the role it would give is not there any more')
  }
  return 'user'
}

const plain = new Set(['string', 'number', 'boolean'])

const holdsValue = (claim: unknown, value: string): boolean =>
  Array.isArray(claim)
    ? claim.some((one) => plain.has(typeof one) && String(one) === value)
    : plain.has(typeof claim) && String(claim) === value
