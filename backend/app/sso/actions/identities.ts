import { people } from '@crossdock/backend/users'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'

/** Number of people that one statement marks. */
const atOnce = 500

export interface Identity {
  configId: string
  issuer: string
  subject: string
}

/** The person to whom a provider's subject is linked in the current tenant; null for an unknown subject. */
export async function findPerson({ configId, issuer, subject }: Identity): Promise<string | null> {
  const found = await tenantTable<{ user_id: string }>('oauth_identities')
    .select('user_id')
    .where({ config_id: configId, issuer, subject })
    .first()
  return found?.user_id ?? null
}

/** Whether the provider knows a person of the current tenant by another subject. */
export async function isKnownOtherwise(
  { configId, subject }: Identity,
  userId: string
): Promise<boolean> {
  const found = await tenantTable<{ subject: string }>('oauth_identities')
    .select('subject')
    .where({ config_id: configId, user_id: userId })
    .first()
  return found !== undefined && found !== null && found.subject !== subject
}

/**
 * Links a subject to a person.
 * @returns false when the provider knows the person by another subject, or the subject belongs to another person
 */
export async function linkPerson(
  { configId, issuer, subject }: Identity,
  userId: string
): Promise<boolean> {
  const row = { config_id: configId, user_id: userId, issuer, subject }
  return (await insertMissing('oauth_identities', [row])) === 1
}

/** Records that a person has signed in with the current setup of a provider. */
export async function noteEntered({ configId, subject }: Identity): Promise<void> {
  await tenantTable('oauth_identities')
    .where({ config_id: configId, subject, has_entered: false })
    .update({ has_entered: true })
}

/**
 * Marks people after a change of a provider's setup. The provider still knows who they are, but must admit
 * them again. Runs inside a transaction.
 * @param domains the admitted domains, when only people of other domains are affected
 */
export async function requireNextSignIn(
  configId: string,
  domains?: readonly string[]
): Promise<void> {
  const known = () => tenantTable('oauth_identities').where('config_id', configId)
  if (!domains) {
    await known().update({ has_entered: false })
    return
  }
  for (let behind: string | undefined; ;) {
    const page = await people.use().outside(domains, { behind, limit: atOnce })
    const ids = page.map(({ id }) => id)
    if (ids.length === 0) return
    await known().whereIn('user_id', ids).update({ has_entered: false })
    behind = ids.at(-1)
  }
}

/** Deletes the links between subjects and people; runs inside a transaction. */
export async function forgetIdentities(configId: string): Promise<void> {
  await tenantTable('oauth_identities').where('config_id', configId).delete()
}
