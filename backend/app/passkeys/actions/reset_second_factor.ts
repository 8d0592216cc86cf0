import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { sendLetter } from '@crossdock/kernel/mail'
import { asOperator, currentContext, currentTenantId, withContext } from '@crossdock/kernel/tenancy'
import { browserSessions, grants } from '@crossdock/backend/access'
import { accounts, type Account } from '@crossdock/backend/users'
import { secondFactorReset } from '../event_types.js'

const reason = 'a super administrator belongs to no tenant'

/** Everything a person signs in with besides mail, and pending sign-ins. */
const tables = ['passkeys', 'second_factors', 'recovery_codes', 'waiting_sign_ins']

/**
 * For a person of the current tenant who has lost their devices: deletes passkeys and recovery codes, ends their
 * sessions and notifies them.
 * @throws Problem 403 for a person with more permissions than the caller, 404, 409 for the caller
 */
export async function resetSecondFactor(userId: string): Promise<void> {
  const account = await accounts.use().find(userId)
  if (!account || account.tenantId !== currentTenantId()) {
    throw notFound('There is no user with the id "{id}".', userId)
  }
  if (currentContext().actor.userId === userId) {
    throw conflict(
      'E_OWN_SECOND_FACTOR',
      text(
        'Change your own second factor under Security, or ask another administrator to reset it.'
      )
    )
  }
  await grants.use().assertMayManage(account)
  await takeSecondFactor(account)
}

/** See `secondFactorSwitch`. */
export async function resetByOperator(email: string, organization: string | null): Promise<void> {
  const { account } = await accounts.use().resolve(email.toLowerCase(), organization)
  if (!account) throw notFound('There is no person with the address "{id}" there.', email)
  await takeSecondFactor(account)
}

function takeSecondFactor(account: Account): Promise<void> {
  const { id, tenantId, email } = account
  return asOperator(reason, () =>
    transaction(async () => {
      await accounts.use().hold([id])
      for (const table of tables) await unscoped().from(table).where('user_id', id).delete()
      await accounts.use().noteSecondFactor(id, false)
      await browserSessions.use().end(account, null)
      await withContext({ tenantId, operator: tenantId === null }, async () => {
        await recordEvent(secondFactorReset, {
          target: { type: 'user', id },
          payload: { email },
        })
        await sendLetter('passkeys.secondFactorReset', { userId: id })
      })
    })
  )
}
