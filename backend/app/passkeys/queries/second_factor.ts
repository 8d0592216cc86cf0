import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'

const reason = 'who somebody is must be known before their tenant is'

const isThere = (table: string, userId: string): Promise<boolean> =>
  asOperator(reason, async () =>
    Boolean(await unscoped().from(table).select('id').where('user_id', userId).first())
  )

/** Whether a person has a passkey, and so something to bring. */
export const hasPasskey = (userId: string): Promise<boolean> => isThere('passkeys', userId)

/** Whether a person wants to be asked for a second factor. */
export const isChosenBy = (userId: string): Promise<boolean> => isThere('second_factors', userId)

/** See `secondFactors.isAskedOf`. */
export async function isAskedOf(userId: string): Promise<boolean> {
  if (await isChosenBy(userId)) return true
  const account = await accounts.use().find(userId)
  return Boolean(account?.secondFactorRequiredBy) && hasPasskey(userId)
}

/** How a person's second factor stands. */
export async function secondFactorOf({ id, secondFactorRequiredBy: requiredBy }: Account) {
  const required = requiredBy !== null || (await isChosenBy(id))
  const [row] = await asOperator(reason, async () =>
    unscoped().from('recovery_codes').where('user_id', id).count('* as total')
  )
  return { required, requiredBy, recoveryCodes: Number(row.total) }
}
