import { presentRights } from '@crossdock/backend/access'
import type { Account } from '@crossdock/backend/users'
import { withContext } from '@crossdock/kernel/tenancy'

/** Runs `work` with what somebody of the current tenant may read at this moment. */
export async function readingAs<T>({ id, label }: Account, work: () => Promise<T>): Promise<T> {
  const { permissions } = await presentRights.use().of(id)
  return withContext({ actor: { type: 'user', id, userId: id, label }, permissions }, work)
}
