import { dialect, newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { beginningOf, invalid, Problem, text } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { accounts } from '../contracts/index.js'
import { UserPreference } from '../models/user_preference.js'
import { refuseUnknown } from '../policies/known_preferences.js'
import { byKey, ownPreferences, wherePeopleLive } from '../queries/preferences.js'

const mostKeys = 200
const mostOfOne = 16 * 1024
const mostOfAll = 128 * 1024
/** Words of letters, digits, dashes and slashes, with dots between them: `list.flow-executions.views`. */
const keyPattern = /^[a-z][\w/-]*(\.[\w/-]+)*$/i
const longestKey = 100

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/**
 * Sets what the caller has chosen in the console: each key is replaced as a whole, null takes it away.
 * No event tells of it, because it concerns nobody else.
 * @param userId the caller, by whatever they call
 * @returns all that is set now. @throws Problem 403 for programs, 422 beyond the bounds
 */
export async function setPreferences(
  values: Record<string, unknown>,
  userId = person()
): Promise<Record<string, unknown>> {
  for (const [key, value] of Object.entries(values)) refuseUnfit(key, value)
  const account = await accounts.use().find(userId)
  return wherePeopleLive(() =>
    transaction(async () => {
      await hold(userId)
      const rows = new Map((await ownPreferences(userId)).map((row) => [row.key, row]))
      const kept = [...rows.keys()]
      for (const [key, value] of Object.entries(values)) {
        const row = rows.get(key)
        if (value === null) rows.delete(key)
        else if (row) row.merge({ value, updatedAt: now() })
        else rows.set(key, made(account?.tenantId ?? null, userId, key, value))
      }
      refuseTooMuch([...rows.values()])
      const removed = kept.filter((key) => !rows.has(key))
      if (removed.length > 0) await ownPreferences(userId).whereIn('key', removed).delete()
      for (const row of rows.values()) if (row.$isDirty) await row.save()
      return byKey([...rows.values()])
    })
  )
}

/** @throws Problem 403 */
function person(): string {
  const { actor } = currentContext()
  if (actor.type === 'user' && actor.id) return actor.id
  const message = text(
    'Preferences are what people set for themselves in the console; {actor} has none.',
    {
      actor: actor.label,
    }
  )
  throw new Problem(403, 'E_NO_PERSON', message)
}

function refuseUnfit(key: string, value: unknown): void {
  if (key.length > longestKey || !keyPattern.test(key)) {
    throw invalid(
      'values',
      text(
        'The key "{key}" cannot be kept: a key has at most {most} letters, digits, dashes and slashes, with dots between words.',
        { key: beginningOf(key, longestKey), most: longestKey }
      ),
      'key'
    )
  }
  if (bytes(value) > mostOfOne) {
    const params = { key, most: mostOfOne }
    throw invalid(
      `values.${key}`,
      text('What is kept as "{key}" is longer than {most} bytes of JSON.', params),
      'maxLength'
    )
  }
  refuseUnknown(key, value)
}

function refuseTooMuch(rows: readonly UserPreference[]): void {
  if (rows.length > mostKeys) {
    const params = { count: rows.length, most: mostKeys }
    throw invalid('values', text('{count} keys: a person has at most {most}.', params), 'maxLength')
  }
  const size = rows.reduce((sum, { key, value }) => sum + key.length + bytes(value), 0)
  if (size > mostOfAll) {
    const params = { size, most: mostOfAll }
    throw invalid(
      'values',
      text('{size} bytes in all: a person has room for {most}. Take something away first.', params),
      'maxLength'
    )
  }
}

const made = (tenantId: string | null, userId: string, key: string, value: unknown) =>
  new UserPreference().fill({
    ...{ id: newId(), tenantId: tenantId as string, userId, key, value, updatedAt: now() },
  })

/** Two tabs do not set the same key at once, nor more together than there is room for. */
async function hold(userId: string): Promise<void> {
  const query = unscoped().from('users').select('id').where('id', userId)
  // SQLite's transaction is the only writer anyway.
  if (dialect() === 'postgres') await query.forUpdate()
}
