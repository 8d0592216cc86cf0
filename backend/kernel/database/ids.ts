import { v7 } from 'uuid'

/** A new id: UUIDv7, so that ids of one table rise with time and indexes stay compact. */
export const newId = (): string => v7()

/** An id people see cut to 8 characters: random, so that the 8 tell rows apart. */
export const randomId = (): string => crypto.randomUUID()
