import { Problem, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { accounts, hasAllRights, type Account } from '../contracts/index.js'
import { preferenceKeys } from '../models/user_preference.js'
import { appearances } from '../validators/profile.js'
import { preferencesOf } from './preferences.js'

/**
 * The person of the caller.
 * @throws Problem 403 for callers without a person, and for tokens that may do less than their owner
 */
export async function ownAccount(): Promise<Account> {
  const { actor } = currentContext()
  const account = actor.userId ? await accounts.use().find(actor.userId) : null
  if (!account) {
    const sentence = text('Only people have a profile; {actor} has none.', { actor: actor.label })
    throw new Problem(403, 'E_NO_PERSON', sentence)
  }
  if (await hasAllRights.use().hasAllPermissions()) return account
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'The API token "{actor}" may do less than its owner, so it neither sees nor changes their profile. Use one without scopes, or the console.',
      { actor: actor.label }
    )
  )
}

/** The caller's name, address and display settings. */
export async function ownProfile() {
  const { id, email, firstName, lastName } = await ownAccount()
  const chosen = await preferencesOf(id)
  const {
    [preferenceKeys.language]: language,
    [preferenceKeys.timeZone]: timeZone,
    [preferenceKeys.appearance]: theme,
  } = chosen
  return {
    email,
    firstName,
    lastName,
    language: wordOf(language),
    timeZone: wordOf(timeZone),
    appearance: appearances.find((one) => one === theme) ?? 'system',
  }
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
