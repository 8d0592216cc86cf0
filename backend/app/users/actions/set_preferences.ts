import { dialect, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { beginningOf, invalid, Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { accounts } from '../contracts/index.js'
import { UserPreference } from '../models/user_preference.js'
import { refuseUnknown } from '../policies/known_preferences.js'
import { toObject, ownPreferences, inPeopleScope } from '../queries/preferences.js'

const maxKeys = 200
const maxValueBytes = 16 * 1024
const maxTotalBytes = 128 * 1024
/** Words of letters, digits, dashes and slashes, separated by dots: `list.flow-executions.views`. */
const keyPattern = /^[a-z][\w/-]*(\.[\w/-]+)*$/i
const maxKeyLength = 100

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/**
 * Sets preferences of the caller for the console. Each value is replaced as a whole, and null removes it. Records
 * no event, because preferences concern only the caller.
 * @param userId the caller, also when they use a token
 * @returns all preferences after the change
 * @throws Problem 403 for programs, 422 beyond the limits
 */
export async function setPreferences(
  values: Record<string, unknown>,
  userId = requirePerson()
): Promise<Record<string, unknown>> {
  for (const [key, value] of Object.entries(values)) refuseUnfit(key, value)
  const account = await accounts.use().find(userId)
  return inPeopleScope(() =>
    transaction(async () => {
      await lockPerson(userId)
      const rows = new Map((await ownPreferences(userId)).map((row) => [row.key, row]))
      const kept = [...rows.keys()]
      for (const [key, value] of Object.entries(values)) {
        const row = rows.get(key)
        if (value === null) rows.delete(key)
        else if (row) row.merge({ value, updatedAt: now() })
        else rows.set(key, newPreference(account?.tenantId ?? null, userId, key, value))
      }
      refuseTooMuch([...rows.values()])
      const removed = kept.filter((key) => !rows.has(key))
      if (removed.length > 0) await ownPreferences(userId).whereIn('key', removed).delete()
      for (const row of rows.values()) if (row.$isDirty) await row.save()
      return toObject([...rows.values()])
    })
  )
}

/** @throws Problem 403 */
function requirePerson(): string {
  const { actor } = currentContext()
  if (actor.type === 'user' && actor.id) return actor.id
  const message = text('Only people have preferences in the console; {actor} has none.', {
    actor: actor.label,
  })
  throw new Problem(403, 'E_NO_PERSON', message)
}

function refuseUnfit(key: string, value: unknown): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) {
    throw invalid(
      'values',
      text(
        'The key "{key}" is not valid: a key has at most {most} letters, digits, dashes and slashes, with dots between words.',
        { key: beginningOf(key, maxKeyLength), most: maxKeyLength }
      ),
      'key'
    )
  }
  if (bytes(value) > maxValueBytes) {
    const params = { key, most: maxValueBytes }
    throw invalid(
      `values.${key}`,
      text('The value of "{key}" is longer than {most} bytes of JSON.', params),
      'maxLength'
    )
  }
  refuseUnknown(key, value)
}

function refuseTooMuch(rows: readonly UserPreference[]): void {
  if (rows.length > maxKeys) {
    const params = { count: rows.length, most: maxKeys }
    throw invalid(
      'values',
      text('{count} keys are too many: a person can have at most {most}.', params),
      'maxLength'
    )
  }
  const size = rows.reduce((sum, { key, value }) => sum + key.length + bytes(value), 0)
  if (size > maxTotalBytes) {
    const params = { size, most: maxTotalBytes }
    throw invalid(
      'values',
      text(
        '{size} bytes in total are too many: a person can store {most}. Remove a key first.',
        params
      ),
      'maxLength'
    )
  }
}

const newPreference = (tenantId: string | null, userId: string, key: string, value: unknown) =>
  new UserPreference().fill({
    id: newId(),
    tenantId: tenantId as string,
    userId,
    key,
    value,
    updatedAt: now(),
  })

/** Locks the person, so that two tabs cannot set the same key in parallel, or exceed the limits together. */
async function lockPerson(userId: string): Promise<void> {
  const query = unscoped().from('users').select('id').where('id', userId)
  // An SQLite transaction is the only writer anyway.
  if (dialect() === 'postgres') await query.forUpdate()
}
