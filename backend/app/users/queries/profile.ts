import { Problem, text } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { accounts, wholePerson, type Account } from '../contracts/index.js'
import { keys } from '../policies/known_preferences.js'
import { appearances } from '../validators/profile.js'
import { preferencesOf } from './preferences.js'

/** The person who asks. @throws Problem 403 for what acts for nobody, and for tokens that may do less than their person */
export async function ownAccount(): Promise<Account> {
  const { actor } = currentContext()
  const account = actor.userId ? await accounts.use().find(actor.userId) : null
  if (!account) {
    const sentence = text('A profile is a person’s own; {actor} has none.', { actor: actor.label })
    throw new Problem(403, 'E_NO_PERSON', sentence)
  }
  if (await wholePerson.use().asks()) return account
  throw new Problem(
    403,
    'E_FORBIDDEN',
    text(
      'The API token "{actor}" may do less than its owner, so it neither sees nor changes their profile. Use one without scopes, or the console.',
      { actor: actor.label }
    )
  )
}

/** Who the caller is, and how they want to be shown things. */
export async function ownProfile() {
  const { id, email, firstName, lastName } = await ownAccount()
  const chosen = await preferencesOf(id)
  const { [keys.language]: language, [keys.timeZone]: timeZone, [keys.appearance]: theme } = chosen
  return {
    ...{ email, firstName, lastName },
    language: wordOf(language),
    timeZone: wordOf(timeZone),
    appearance: appearances.find((one) => one === theme) ?? 'system',
  }
}

const wordOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
