import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, Problem, text } from '@crossdock/kernel/ground'
import { enqueue } from '@crossdock/kernel/jobs'
import { User } from '../models/user.js'
import { assertAdminRemains, holdAdmins, isActiveAdmin } from '../policies/last_admin.js'
import { assertMayChange, assertMayHandTo } from '../policies/people.js'
import { domains, ownedBy, type Owned } from '../queries/belongings.js'
import { lockedUser } from '../queries/find_user.js'
import { userRemoved } from '../event_types.js'
import { handOverRest } from '../job_refs.js'

/** Rows of each kind that the removal itself hands over, because it blocks parallel writes; a job does the rest. */
const batchSize = 500

/**
 * Removes a person with their sessions, links, tokens and preferences. Their belongings go to `successorId`,
 * which is required if there are any. History that names them stays.
 * @throws Problem 403 for a person with more permissions than the caller; 404; 409 for the last
 *   administrator, and for belongings without a successor; 422 for an unsuitable successor
 */
export async function removeUser(id: string, successorId: string | undefined): Promise<void> {
  await transaction(async () => {
    await holdAdmins()
    const user = await lockedUser(id)
    await assertMayChange(user)
    if (isActiveAdmin(user)) await assertAdminRemains(user)
    const successor = successorId === undefined ? null : await successorOf(user, successorId)
    const owned = await ownedBy(id)
    if (owned.length > 0 && !successor) throw needsSuccessor(user, owned)
    if (successor) await handOver(id, successor.id)
    await user.delete()
    await recordEvent(userRemoved, {
      target: { type: 'user', id },
      payload: {
        email: user.email,
        role: user.role,
        successorId: successor?.id ?? null,
        successor: successor?.email ?? null,
      },
    })
  })
}

async function successorOf(user: User, id: string): Promise<User> {
  const { email } = user
  const successor = await User.query().where('id', id).forUpdate().first()
  const refused = (sentence: Parameters<typeof invalid>[1]) => invalid('successor', sentence)
  if (!successor) {
    throw refused(text('There is no user with the id "{id}".', { id: id.slice(0, 64) }))
  }
  if (successor.id === user.id) {
    throw refused(text('{email} is the person to remove. Name another person.', { email }))
  }
  if (!successor.isActive) {
    throw refused(
      text('{email} is deactivated. Name an active person.', { email: successor.email })
    )
  }
  await assertMayHandTo(successor)
  return successor
}

/** Lists everything that would have no owner. */
function needsSuccessor({ email }: User, owned: Owned[]): Problem {
  return new Problem(
    409,
    'E_BELONGINGS',
    text('{email} still owns data. Send the id of another user as successor.', {
      email,
    }),
    {
      errors: owned.map(({ label }) => ({ field: 'successor', rule: 'belongings', text: label })),
    }
  )
}

async function handOver(from: string, to: string): Promise<void> {
  if (await handOverSome(from, to)) await enqueue(handOverRest, { from, to })
}

/**
 * Hands over a batch of each kind of belongings.
 * @returns whether some may be left
 */
export async function handOverSome(from: string, to: string): Promise<boolean> {
  let isMore = false
  for (const [, domain] of domains()) {
    isMore = (await domain.handOver(from, to, batchSize)) >= batchSize || isMore
  }
  return isMore
}
