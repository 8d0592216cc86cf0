import { SecretError, secrets } from '@crossdock/kernel/secrets'

interface Stored {
  id: string
  value: string | null
  sealed: string | null
}

/** What the value of a secret is sealed for: copied into another row it does not open. */
export const contextOf = (id: string): string => `environment_variables:${id}`

export const sealedValue = (id: string, value: string): string =>
  secrets.use().seal(value, contextOf(id))

/** The value of a variable. @throws SecretError when the key of a secret is gone */
export const openedValue = ({ id, value, sealed }: Stored): string =>
  sealed === null ? (value ?? '') : secrets.use().open(sealed, contextOf(id))

/** The same; empty when the key is gone, for looking at what a value refers to. */
export function readableValue(stored: Stored): string {
  try {
    return openedValue(stored)
  } catch (error) {
    if (error instanceof SecretError) return ''
    throw error
  }
}
