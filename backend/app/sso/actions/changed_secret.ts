import { invalid, text } from '@crossdock/kernel/ground'
import { isMask, SecretError, secrets } from '@crossdock/kernel/secrets'
import { secretContext } from '../provider/secret_context.js'

/**
 * The sealed secret to store. A secret that is left out or sent as its mask stays; null or an empty text
 * removes it. A new issuer never gets the stored secret. Otherwise a caller who may change the issuer could
 * send the secret to their own server, while the API never shows it.
 * @param moves whether the issuer changes
 * @throws Problem 422
 */
export function sealChangedSecret(
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
  return openSecret(stored, context) === given ? stored : secrets.use().seal(given, context)
}

/** The stored secret; null when there is none, or when the current APP_KEY cannot open it. */
function openSecret(stored: string | null, context: string): string | null {
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
      'The issuer has changed. Enter the client secret again, or set it to null: the stored one belongs to another provider.'
    ),
    'moved'
  )
