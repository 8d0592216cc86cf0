import { invalid, text } from '@crossdock/kernel/http'
import { isMask, SecretError, secrets } from '@crossdock/kernel/secrets'
import { secretContext } from '../provider/secret_context.js'

/**
 * The secret to store, sealed: left out or sent as its mask it stays, null or nothing removes it. A
 * provider that goes elsewhere gets none that was given for another: else whoever may change it could
 * have the secret, which the API never shows, sent to themselves.
 * @throws Problem 422
 */
export function changedSecret(
  configId: string,
  stored: string | null,
  given: string | null | undefined,
  moves: boolean
): string | null {
  if (given === undefined || isMask(given)) {
    if (moves && stored) throw enterAgain()
    return stored
  }
  if (!given) return null
  const context = secretContext(configId)
  return opened(stored, context) === given ? stored : secrets.use().seal(given, context)
}

/** What is stored; null where there is nothing, or nothing that opens under the present APP_KEY. */
function opened(stored: string | null, context: string): string | null {
  try {
    return stored && secrets.use().open(stored, context)
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

const enterAgain = () =>
  invalid(
    'clientSecret',
    text(
      'The issuer has changed. Enter the client secret again, or set it to null: the stored one was given for another provider.'
    ),
    'moved'
  )
