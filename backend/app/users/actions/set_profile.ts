import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { beginningOf, invalid, languages, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import type { Account } from '../contracts/index.js'
import { profileChanged } from '../event_types.js'
import { preferenceKeys } from '../models/user_preference.js'
import { parseTimeZone } from '../policies/time_zones.js'
import { inPeopleScope } from '../queries/preferences.js'
import { ownAccount } from '../queries/profile.js'
import type { profileBody } from '../validators/profile.js'
import { setPreferences } from './set_preferences.js'

type Changes = Output<typeof profileBody>

/**
 * Changes the given fields of the caller's own profile. Only a new name causes an event.
 * @throws Problem 403 for tokens that may do less than their owner; 422 for an unknown language or time zone, and
 * for another address
 */
export async function setProfile(changes: Changes): Promise<void> {
  const account = await ownAccount()
  refuseAddress(account, changes.email)
  const chosen = preferencesIn(changes)
  const name = nameIn(account, changes)
  await inPeopleScope(() =>
    transaction(async () => {
      if (Object.keys(chosen).length > 0) await setPreferences(chosen, account.id)
      if (name) await rename(account, name)
    })
  )
}

function refuseAddress({ email }: Account, typed: string | undefined): void {
  if (typed === undefined || typed === email) return
  throw invalid(
    'email',
    text(
      'You cannot change your address, {email}. Ask a person who manages people to invite the new one and remove this one.',
      { email }
    )
  )
}

/** Converts the changes to preferences, where the console stores them. */
function preferencesIn({ language, timeZone, appearance }: Changes): Record<string, unknown> {
  return {
    ...(language === undefined
      ? {}
      : { [preferenceKeys.language]: language && languageNamed(language) }),
    ...(timeZone === undefined
      ? {}
      : { [preferenceKeys.timeZone]: timeZone && parseTimeZone(timeZone, 'timeZone') }),
    ...(appearance === undefined
      ? {}
      : { [preferenceKeys.appearance]: appearance === 'system' ? null : appearance }),
  }
}

function languageNamed(typed: string): string {
  const known = languages.peek()?.tags ?? ['en']
  const found = known.find((tag) => tag.toLowerCase() === typed.toLowerCase())
  if (found) return found
  throw invalid(
    'language',
    text('There is no language "{language}" here. Use one of: {known}.', {
      language: beginningOf(typed, 35),
      known: known.join(', '),
    })
  )
}

interface Name {
  firstName: string | null
  lastName: string | null
}

/** The whole new name; undefined without a change. An empty name is stored as null. */
function nameIn(account: Account, changes: Changes): Name | undefined {
  const { firstName = account.firstName, lastName = account.lastName } = changes
  const name = { firstName: firstName || null, lastName: lastName || null }
  const isSame = name.firstName === account.firstName && name.lastName === account.lastName
  return isSame ? undefined : name
}

async function rename({ id, email }: Account, { firstName, lastName }: Name): Promise<void> {
  await unscoped()
    .from('users')
    .where('id', id)
    .update({ first_name: firstName, last_name: lastName, updated_at: now() })
  await recordEvent(profileChanged, { target: { type: 'user', id }, payload: { email } })
}
