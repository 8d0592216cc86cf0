import { presentRights } from '@crossdock/backend/access'
import { mayReadEventType, unveiledEvents } from '@crossdock/flows/contracts'
import { withContext } from '@crossdock/kernel/tenancy'

interface EventFacts {
  id: string
  eventType: string
}

/** Runs `work` with the present permissions of a person. The system's permissions would ignore closed folders. */
async function runAs<T>(userId: string | null, work: () => T | Promise<T>): Promise<T> {
  const { permissions } = await presentRights.use().of(userId)
  const actor = { type: 'user', id: userId, userId, label: '' } as const
  return withContext({ permissions, lenderId: userId, actor }, async () => work())
}

/** Returns the subset of event types that a person may read at present. */
const readableTypes = (userId: string | null, types: Iterable<string>): Promise<Set<string>> =>
  runAs(userId, () => new Set([...types].filter(mayReadEventType)))

/**
 * Returns ids of events that a person may read at present: the type is permitted, and no file or folder of the
 * event is hidden from them.
 */
export async function readableEventIds(
  userId: string | null,
  events: readonly EventFacts[]
): Promise<ReadonlySet<string>> {
  const types = await readableTypes(userId, new Set(events.map(({ eventType }) => eventType)))
  const heard = events.filter(({ eventType }) => types.has(eventType)).map(({ id }) => id)
  return runAs(userId, () => unveiledEvents([...new Set(heard)]))
}

/** Returns an event type that a token's person may read but the token may not, because its scopes omit it. */
export async function findForbiddenType(
  userId: string | null,
  types: readonly string[]
): Promise<string | undefined> {
  return [...(await readableTypes(userId, types))].find((type) => !mayReadEventType(type))
}
