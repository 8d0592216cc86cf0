import { v7 } from 'uuid'

/** A new UUIDv7: ids of a table rise with time, so indexes stay compact. */
export const newId = (): string => v7()

/** A random id for rows that people see by the first 8 characters. */
export const randomId = (): string => crypto.randomUUID()
