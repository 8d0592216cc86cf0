import { presentRights } from '@crossdock/backend/access'
import type { Account } from '@crossdock/backend/users'
import { withContext } from '@crossdock/kernel/tenancy'

/** Runs `work` with the current permissions of a person of the tenant. */
export async function runAsPerson<T>({ id, label }: Account, work: () => Promise<T>): Promise<T> {
  const { permissions } = await presentRights.use().of(id)
  return withContext({ actor: { type: 'user', id, userId: id, label }, permissions }, work)
}
