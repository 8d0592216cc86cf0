import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'

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

/** Forgets whom a provider meant; runs inside of a transaction. */
export async function forgetIdentities(configId: string): Promise<void> {
  await tenantTable('oauth_identities').where('config_id', configId).delete()
}
