import { recordEvent } from '@crossdock/kernel/events'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { sessionClosed } from '../event_types.js'

/** See `signIns.end`. */
export async function endSessionsById(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const session = () => tenantTable<{ user_id: string }>('sessions').where('id', id)
    const found = await session().select('user_id').first()
    if (!found || Number(await session().delete()) === 0) continue
    const account = await accounts.use().find(found.user_id)
    await recordEvent(sessionClosed, {
      target: { type: 'session', id },
      payload: { userId: found.user_id, email: account?.email ?? '' },
    })
  }
}
