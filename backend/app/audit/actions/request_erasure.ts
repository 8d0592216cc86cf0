import { accounts, type Account } from '@crossdock/backend/users'
import { now, transaction } from '@crossdock/kernel/database'
import { conflict, notFound, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantOf } from '../chains.js'
import { erasePerson } from '../job_refs.js'
import { inChain } from '../queries/chosen_chain.js'
import { isMentioned } from '../queries/is_mentioned.js'
import type { erasureBody } from '../validators/audit.js'

/**
 * Enqueues the erasure of a person from the audit. Only removed people can be erased, so that active people
 * and operators cannot hide their actions.
 * @throws Problem 409 for a person who was not removed; 404 for an unknown audit, and if the audit does not
 *   mention the person
 */
export async function requestErasure({ userId, chain }: Output<typeof erasureBody>) {
  const id = await inChain(chain, async (chosen) => chosen.id)
  const account = await accounts.use().find(userId)
  const isOwn = account !== null && account.tenantId === tenantOf(id)
  const isInAudit = () =>
    asOperator('check whether an audit mentions a person', () => isMentioned(id, userId))
  // Unknown ids get the same answer, so it does not reveal people of other organizations.
  if (!isOwn && !(await isInAudit())) throw noPerson(userId)
  if (account) throw stillThere(account, tenantOf(id))
  await transaction(() =>
    enqueue(erasePerson, { chain: id, userId, askedAt: now() }, { uniqueKey: `${id} ${userId}` })
  )
  return { userId, chain: id }
}

const noPerson = (userId: string) =>
  notFound('No entry of this audit mentions a person with the id "{id}".', userId)

/** The refusal shows the e-mail address only to the person's own organization. */
const stillThere = ({ tenantId, email }: Account, tenant: string | null) =>
  conflict(
    'E_STILL_THERE',
    tenantId === tenant
      ? text(
          '{email} has not been removed. Remove the person first, then erase them from the audit.',
          { email }
        )
      : text(
          'This person belongs to another organization or to the operator. Only people who were removed can be erased from the audit.'
        ),
    'userId'
  )
