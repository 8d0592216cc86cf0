import { people } from '@crossdock/backend/users'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'

/** Of so many people at once it is noted that they are to come in anew. */
const atOnce = 500

export interface Identity {
  configId: string
  issuer: string
  subject: string
}

/** Whom a provider of the current tenant means by a subject; null for a subject nobody came by yet. */
export async function personBehind({
  configId,
  issuer,
  subject,
}: Identity): Promise<string | null> {
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
 * Notes that a subject is this person from now on.
 * @returns false when the provider knows them by another subject already, or the subject is somebody else's
 */
export async function linkPerson(
  { configId, issuer, subject }: Identity,
  userId: string
): Promise<boolean> {
  const row = { config_id: configId, user_id: userId, issuer, subject }
  return (await insertMissing('oauth_identities', [row])) === 1
}

/** Notes that somebody has come in by a provider as it is set up now. */
export async function noteEntered({ configId, subject }: Identity): Promise<void> {
  await tenantTable('oauth_identities')
    .where({ config_id: configId, subject, has_entered: false })
    .update({ has_entered: true })
}

/**
 * A provider is set up in another way: whom it means it knows as before, whether it lets them in shows when they come. Runs inside of a
 * transaction. @param domains those it lets in from now on, where it is about no others than whom these keep out
 */
export async function awaitAnew(configId: string, domains?: readonly string[]): Promise<void> {
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

/** Forgets whom a provider meant; runs inside of a transaction. */
export async function forgetIdentities(configId: string): Promise<void> {
  await tenantTable('oauth_identities').where('config_id', configId).delete()
}
