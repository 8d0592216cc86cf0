import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'

const reason = 'a person is identified before their tenant is known'

const isThere = (table: string, userId: string): Promise<boolean> =>
  asOperator(reason, async () =>
    Boolean(await unscoped().from(table).select('id').where('user_id', userId).first())
  )

/** Whether a person has a passkey, which they can use as a second factor. */
export const hasPasskey = (userId: string): Promise<boolean> => isThere('passkeys', userId)

/** Whether a person has turned the second factor on. */
export const hasTurnedOn = (userId: string): Promise<boolean> => isThere('second_factors', userId)

/** See `secondFactors.isAskedOf`. */
export async function isAskedOf(userId: string): Promise<boolean> {
  if (await hasTurnedOn(userId)) return true
  const account = await accounts.use().find(userId)
  return Boolean(account?.secondFactorRequiredBy) && hasPasskey(userId)
}

/** The state of a person's second factor. */
export async function secondFactorOf({ id, secondFactorRequiredBy: requiredBy }: Account) {
  const required = requiredBy !== null || (await hasTurnedOn(id))
  const [row] = await asOperator(reason, async () =>
    unscoped().from('recovery_codes').where('user_id', id).count('* as total')
  )
  return { required, requiredBy, recoveryCodes: Number(row.total) }
}
