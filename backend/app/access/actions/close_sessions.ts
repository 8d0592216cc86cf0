import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { accounts, type Account } from '@crossdock/backend/users'
import { sessionClosed, sessionsClosed } from '../event_types.js'
import { requirePerson, mayEnd } from '../policies/sessions.js'

const reason = "a super administrator's sessions belong to no tenant"

const missing = (id: string) => notFound('There is no session with the id "{id}".', id)

/**
 * Ends one session immediately in every process, and closes its streams.
 * @throws Problem 404 also for sessions of other tenants, and without `sessions.write` for sessions of other people
 */
export async function closeSession(id: string): Promise<void> {
  const own = await requirePerson()
  const session: { user_id: string } | null = await asOperator(reason, () =>
    unscoped().from('sessions').select('user_id').where('id', id).first()
  )
  const account = session && (await accounts.use().find(session.user_id))
  if (!session || !mayEnd(session.user_id, account, own)) throw missing(id)
  await asOperator(reason, () =>
    transaction(async () => {
      if (Number(await unscoped().from('sessions').where('id', id).delete()) === 0) {
        throw missing(id)
      }
      await runInTenantOf(account!, ({ email }) =>
        recordEvent(sessionClosed, {
          target: { type: 'session', id },
          payload: { userId: session.user_id, email },
        })
      )
    })
  )
}

/**
 * Ends all sessions of a person except one, immediately and in every process.
 * @returns the number of ended sessions
 */
export function closeSessions(account: Account, except: string | null): Promise<number> {
  return asOperator(reason, () =>
    transaction(async () => {
      const ending = unscoped().from('sessions').where('user_id', account.id)
      if (except) ending.whereNot('id', except)
      const count = Number(await ending.delete())
      if (count === 0) return 0
      await runInTenantOf(account, ({ email }) =>
        recordEvent(sessionsClosed, {
          // Caches drop everything about a `user` target, so they also drop each of the person's sessions.
          target: { type: 'user', id: account.id },
          payload: { email, count },
        })
      )
      return count
    })
  )
}

const runInTenantOf = (account: Account, work: (account: Account) => Promise<unknown>) =>
  withContext({ tenantId: account.tenantId, operator: account.tenantId === null }, async () => {
    await work(account)
  })
