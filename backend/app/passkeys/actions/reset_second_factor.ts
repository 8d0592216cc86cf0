import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text } from '@crossdock/kernel/http'
import { sendLetter } from '@crossdock/kernel/mail'
import { asOperator, currentContext, currentTenantId, withContext } from '@crossdock/kernel/tenancy'
import { browserSessions, grants } from '@crossdock/backend/access'
import { accounts, type Account } from '@crossdock/backend/users'
import { secondFactorReset } from '../event_types.js'

const reason = 'a super administrator belongs to no tenant'

/** What lets somebody in beside their mail, and what waits for it. */
const tables = ['passkeys', 'second_factors', 'recovery_codes', 'waiting_sign_ins']

/**
 * For somebody of the current tenant who has lost their devices: takes passkeys and recovery codes, ends their sessions
 * and tells them. @throws Problem 403 for who may do more than the caller, 404, 409 for oneself
 */
export async function resetSecondFactor(userId: string): Promise<void> {
  const account = await accounts.use().find(userId)
  if (!account || account.tenantId !== currentTenantId()) {
    throw notFound('There is no user with the id "{id}".', userId)
  }
  if (currentContext().actor.userId === userId) {
    throw conflict(
      'E_OWN_SECOND_FACTOR',
      text('Your own second factor is changed under Security, or reset by another administrator.')
    )
  }
  await grants.use().assertMayDecideAbout(account)
  await takeSecondFactor(account)
}

/** See `secondFactorSwitch`. */
export async function resetByOperator(email: string, organization: string | null): Promise<void> {
  const { account } = await accounts.use().resolve(email.toLowerCase(), organization)
  if (!account) throw notFound('There is nobody with the address "{id}" there.', email)
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
          ...{ target: { type: 'user', id }, payload: { email } },
        })
        await sendLetter('passkeys.secondFactorReset', { userId: id })
      })
    })
  )
}
