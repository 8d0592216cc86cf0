import { v7 } from 'uuid'

/** Returns a new UUIDv7. The ids of a table rise with time, so its indexes stay compact. */
export const newId = (): string => v7()

/** Returns a random id, for rows whose first 8 characters are shown to people. */
export const randomId = (): string => crypto.randomUUID()
