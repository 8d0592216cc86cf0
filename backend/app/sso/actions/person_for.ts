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
  findPerson,
  type Identity,
} from './identities.js'

/** The person that a proof identifies in this tenant, and the role they get. */
export interface IdentifiedPerson {
  identity: Identity
  /** null for a person without an account here. */
  account: Account | null
  /** Whether the provider has used this subject for the person before. */
  isKnown: boolean
  role: string
}

/**
 * Finds the person, only in the provider's own tenant: by this subject, otherwise by address, otherwise as a new
 * person. Only reads.
 * @throws SsoFailure when the person may not sign in
 */
export async function findPersonFor(config: OauthConfig, proof: Proof): Promise<IdentifiedPerson> {
  const { id: configId, issuer, tenantId, settings } = config
  const { email, subject } = proof
  const identity = { configId, issuer, subject }
  const known = await findPerson(identity)
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
 * The person that a proof identifies; creates an account if there is none. Runs in the tenant, inside a transaction.
 * @returns the id
 * @throws SsoFailure
 */
export async function findOrCreatePerson(config: OauthConfig, proof: Proof): Promise<string> {
  const { identity, account, isKnown, role } = await findPersonFor(config, proof)
  if (!account) {
    const id = await people.use().add({ email: proof.email, ...(await namesIn(proof)), role })
    await linkPerson(identity, id)
    return id
  }
  const { id } = account
  // First, because it locks all administrators. Locking a single one before could deadlock.
  if (config.settings.mapsAtEachSignIn) await people.use().setRole(id, role)
  if (!isKnown && !(await linkPerson(identity, id)) && (await findPerson(identity)) !== id) {
    throw new SsoFailure('other_account')
  }
  if (isKnown) await noteEntered(identity)
  return id
}

/** The role of the first matching rule. A role that was deleted gives no access, and the log reports it. */
async function roleOf({ id, tenantId, settings }: OauthConfig, proof: Proof): Promise<string> {
  const { roleMapping, defaultRole } = settings
  const rule = roleMapping.find(({ claim, value }) => holdsValue(proof.claim(claim), value))
  for (const role of [rule?.role, defaultRole]) {
    if (!role) continue
    if (await roles.use().isKnown({ tenantId, role })) return role
    const lost = { oauthConfigId: id, tenantId, role }
    logger.use().warn(lost, 'single sign-on: the role to assign no longer exists')
  }
  return 'user'
}

const plain = new Set(['string', 'number', 'boolean'])

const holdsValue = (claim: unknown, value: string): boolean =>
  Array.isArray(claim)
    ? claim.some((one) => plain.has(typeof one) && String(one) === value)
    : plain.has(typeof claim) && String(claim) === value
