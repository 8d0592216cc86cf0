import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import type { RecoveryProof } from '@crossdock/backend/access'
import { accounts, type Account } from '@crossdock/backend/users'
import { recoveryCodeUsed } from '../event_types.js'
import { hashOfCode } from '../recovery_codes.js'

/**
 * Uses up a recovery code, inside a transaction in operator scope.
 * @returns whether it was valid
 */
export async function takeRecoveryCode(account: Account, code: string): Promise<boolean> {
  const { id, tenantId, email, label } = account
  const used = await unscoped()
    .from('recovery_codes')
    .where({ user_id: id, code: hashOfCode(id, code) })
    .delete()
  if (Number(used) !== 1) return false
  const actor = { type: 'user', id, userId: id, label } as const
  await withContext({ tenantId, operator: tenantId === null, actor }, () =>
    recordEvent(recoveryCodeUsed, { target: { type: 'user', id }, payload: { email } })
  )
  return true
}

/** See `secondFactors`. */
export async function useRecoveryCode({
  userId,
  code,
  onSuccess,
}: RecoveryProof): Promise<boolean> {
  const account = await accounts.use().find(userId)
  if (!account) return false
  return asOperator("a super administrator's codes belong to no tenant", () =>
    transaction(async () => {
      if (!(await takeRecoveryCode(account, code))) return false
      await onSuccess()
      return true
    })
  )
}
