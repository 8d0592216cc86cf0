import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, text } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { browserSessions } from '@crossdock/backend/access'
import { accounts, type Account } from '@crossdock/backend/users'
import { recoveryCodesMade, secondFactorChanged } from '../event_types.js'
import { passkeysOf } from '../queries/passkeys.js'
import { hasTurnedOn } from '../queries/second_factor.js'
import { hashOfCode, newRecoveryCode } from '../recovery_codes.js'

const reason = 'a super administrator belongs to no tenant'
const howMany = 10

const runInTenantOf = <T>({ tenantId }: Account, work: () => Promise<T>) =>
  withContext({ tenantId, operator: tenantId === null }, work)

/** Turns the second factor of a person on or off. @throws Problem 409 without a passkey */
export async function setSecondFactor(account: Account, required: boolean): Promise<void> {
  await asOperator(reason, () =>
    transaction(async () => {
      await accounts.use().hold([account.id])
      if (!required) await assertNotRequired(account.id)
      if (required && (await passkeysOf(account.id)).length === 0) {
        throw conflict(
          'E_NO_PASSKEY',
          text('Add a passkey first. Without one you could no longer sign in.')
        )
      }
      if ((await hasTurnedOn(account.id)) === required) return
      const own = { user_id: account.id, tenant_id: account.tenantId }
      if (required) {
        const row = { id: newId(), created_at: now(), ...own }
        await unscoped().insertQuery().table('second_factors').insert(row)
        await browserSessions.use().requireFreshProof(account.id)
      } else {
        await unscoped().from('second_factors').where('user_id', account.id).delete()
      }
      await runInTenantOf(account, () =>
        recordEvent(secondFactorChanged, {
          target: { type: 'user', id: account.id },
          payload: { email: account.email, required },
        })
      )
    })
  )
}

/**
 * @throws Problem 409 when the operator or the tenant requires it. Reads the current value, because a cached one may
 *   be outdated.
 */
async function assertNotRequired(userId: string): Promise<void> {
  const by = (await accounts.use().find(userId))?.secondFactorRequiredBy
  if (!by) return
  throw conflict(
    'E_SECOND_FACTOR_REQUIRED',
    by === 'operator'
      ? text('The operator of this server requires a second factor of everyone, so yours stays on.')
      : text('Your organization requires a second factor of everyone, so yours stays on.')
  )
}

/** Creates ten new recovery codes and deletes the old ones. They cannot be read again. */
export async function makeRecoveryCodes(account: Account): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newRecoveryCode)
  const own = { user_id: account.id, tenant_id: account.tenantId, created_at: now() }
  const rows = codes.map((code) => ({ id: newId(), ...own, code: hashOfCode(account.id, code) }))
  await asOperator(reason, () =>
    transaction(async () => {
      await accounts.use().hold([account.id])
      await unscoped().from('recovery_codes').where('user_id', account.id).delete()
      await unscoped().insertQuery().table('recovery_codes').multiInsert(rows)
      await runInTenantOf(account, () =>
        recordEvent(recoveryCodesMade, {
          target: { type: 'user', id: account.id },
          payload: { email: account.email },
        })
      )
    })
  )
  return codes
}
