import { hash } from 'node:crypto'

/** A part of an entry that can be erased: its text and the random salt it was hashed with, both null once it was. */
export interface Part {
  text: string | null
  salt: string | null
  /** Of salt and text; null where there never was anything. It stays when the part is erased. */
  hash: string | null
}

/** One entry as it was sealed. */
export interface SealedEntry {
  chain: string
  seq: number
  id: string
  createdAt: string
  eventType: string
  actorType: string
  actorId: string | null
  userId: string | null
  environmentId: string | null
  sourceType: string | null
  sourceId: string | null
  targetType: string | null
  targetId: string | null
  causeId: string | null
  rootId: string
  /** Who it was: name and address, as JSON. */
  person: Part
  /** What the event says beyond all this, as JSON. */
  details: Part
  /** Of the hash before it and of all this. */
  hash: string
}

/** What the first entry of a chain follows. */
export const origin = { seq: 0, hash: '' }

const digest = (text: string): string => hash('sha256', text, 'base64url')

/** @param salt without it an address could be found by trying */
export const hashOfPart = (salt: string, text: string): string => digest(`${salt}${text}`)

/**
 * The hash of an entry that stands behind another one: over the hash of that one and, as a JSON array, over everything that
 * is never erased.
 */
export function hashOf(before: string, entry: Omit<SealedEntry, 'hash'>, seq = entry.seq): string {
  const sealed = [
    ...[entry.chain, seq, entry.id, entry.createdAt, entry.eventType],
    ...[entry.actorType, entry.actorId, entry.userId, entry.environmentId],
    ...[entry.sourceType, entry.sourceId, entry.targetType, entry.targetId],
    ...[entry.causeId, entry.rootId, entry.person.hash, entry.details.hash],
  ]
  return digest(before + JSON.stringify(sealed))
}

/** `erased`: the hash is there, and nothing else any more. */
export function stateOfPart({ text, salt, hash: sealed }: Part): 'good' | 'erased' | 'changed' {
  if (sealed === null) return text === null && salt === null ? 'good' : 'changed'
  if (text === null && salt === null) return 'erased'
  if (text === null || salt === null) return 'changed'
  return hashOfPart(salt, text) === sealed ? 'good' : 'changed'
}
