import { SecretError, secrets } from '@crossdock/kernel/secrets'

interface Stored {
  id: string
  value: string | null
  sealed: string | null
}

/** Returns the sealing context of a secret, so that a value which is copied to another row cannot be opened. */
export const contextOf = (id: string): string => `environment_variables:${id}`

export const sealedValue = (id: string, value: string): string =>
  secrets.use().seal(value, contextOf(id))

/**
 * Returns the value of a variable.
 * @throws SecretError if the key of a secret is missing
 */
export const openedValue = ({ id, value, sealed }: Stored): string =>
  sealed === null ? (value ?? '') : secrets.use().open(sealed, contextOf(id))

/**
 * Like `openedValue`, but returns an empty text if the key is missing. It is used to find references in a value.
 */
export function readableValue(stored: Stored): string {
  try {
    return openedValue(stored)
  } catch (error) {
    if (error instanceof SecretError) return ''
    throw error
  }
}
