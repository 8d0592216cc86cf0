import { accounts, type Account } from '@crossdock/backend/users'
import { now, transaction } from '@crossdock/kernel/database'
import { conflict, notFound, text, type Output } from '@crossdock/kernel/http'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantOf } from '../chains.js'
import { erasePerson } from '../jobs/names.js'
import { inChain } from '../queries/chosen_chain.js'
import { isToldOf } from '../queries/is_told_of.js'
import type { erasureBody } from '../validators/audit.js'

/**
 * Has a person erased from the audit, as a job. Only somebody who was removed: who works here, or for the operator, answers for
 * what they do, and nobody hides what they have done themselves.
 * @throws Problem 409 for somebody who is still there, 404 for the audit of others and for who is in no entry of this one
 */
export async function askErasure({ userId, chain }: Output<typeof erasureBody>) {
  const id = await inChain(chain, async (chosen) => chosen.id)
  const account = await accounts.use().find(userId)
  const isOwn = account !== null && account.tenantId === tenantOf(id)
  const isTold = () =>
    asOperator('look whether an audit tells of somebody', () => isToldOf(id, userId))
  // Somebody of whom a chain has nothing is told from nobody by no answer.
  if (!isOwn && !(await isTold())) throw nobody(userId)
  if (account) throw stillThere(account, tenantOf(id))
  await transaction(() =>
    enqueue(erasePerson, { chain: id, userId, askedAt: now() }, { uniqueKey: `${id} ${userId}` })
  )
  return { userId, chain: id }
}

const nobody = (userId: string) =>
  notFound('No entry of this audit tells of a person with the id "{id}".', userId)

/** Whose address it is, is told in their own organization alone. */
const stillThere = ({ tenantId, email }: Account, tenant: string | null) =>
  conflict(
    'E_STILL_THERE',
    tenantId === tenant
      ? text(
          '{email} is still there. The audit keeps who does what; remove them first, then erase them.',
          { email }
        )
      : text(
          'This person is still there, outside of this organization. The audit keeps who does what, and erases only who was removed.'
        ),
    'userId'
  )
