import { hash } from 'node:crypto'

/** A part of an entry that can be erased. The erasure sets text and salt to null. */
export interface Part {
  text: string | null
  salt: string | null
  /** The hash of salt and text, which stays after an erasure; null if the part was always empty. */
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
  /** Name and address of the person, as JSON. */
  person: Part
  /** The payload of the event, as JSON. */
  details: Part
  /** Covers the previous hash and all fields that are never erased. */
  hash: string
}

/** The predecessor of the first entry of a chain. */
export const origin = { seq: 0, hash: '' }

const digest = (text: string): string => hash('sha256', text, 'base64url')

/** @param salt prevents an attacker from finding an address by trying */
export const hashOfPart = (salt: string, text: string): string => digest(`${salt}${text}`)

/** The hash of an entry. It covers the hash of the predecessor and a JSON array of all fields that are never erased. */
export function hashOf(before: string, entry: Omit<SealedEntry, 'hash'>, seq = entry.seq): string {
  const sealed = [
    entry.chain,
    seq,
    entry.id,
    entry.createdAt,
    entry.eventType,
    entry.actorType,
    entry.actorId,
    entry.userId,
    entry.environmentId,
    entry.sourceType,
    entry.sourceId,
    entry.targetType,
    entry.targetId,
    entry.causeId,
    entry.rootId,
    entry.person.hash,
    entry.details.hash,
  ]
  return digest(before + JSON.stringify(sealed))
}

/** Compares a part with its hash. `erased`: only the hash is left. */
export function stateOfPart({ text, salt, hash: sealed }: Part): 'good' | 'erased' | 'changed' {
  if (sealed === null) return text === null && salt === null ? 'good' : 'changed'
  if (text === null && salt === null) return 'erased'
  if (text === null || salt === null) return 'changed'
  return hashOfPart(salt, text) === sealed ? 'good' : 'changed'
}
