import { setImmediate } from 'node:timers/promises'
import { ask } from '@crossdock/kernel/database'
import { signatures } from '@crossdock/kernel/secrets'
import { tenantOf, textOf } from '../chains.js'
import {
  beginning,
  ChainVerifier,
  erasure,
  HeadsCheck,
  maxFindings,
  signedText,
  type Finding,
  type Place,
  type SignedHead,
} from '../chain/index.js'
import { inChain, type Chain } from './chosen_chain.js'
import { readCheckpoint, readHeads, readRows, toEntry } from './read_entries.js'
import type { Verification } from '../transformers/verification.js'

/** Maximum number of entries per call, which takes a fraction of a second. The caller continues with `next`. */
const maxVerified = 50_000
/** Entries per batch; other requests run between batches. */
const batchSize = 500

/**
 * Verifies the next entries of a chain, at most `maxVerified`.
 * @param cursor `next` of the previous call; the beginning when undefined
 */
export const verifyChain = (named: string | undefined, cursor: string | undefined) =>
  inChain(named, ({ id }) => verifyStretch(id, cursor))

export const checkHead = (head: SignedHead) => signatures.use().check(signedText(head), head)

async function verifyStretch(id: string, cursor: string | undefined): Promise<Verification> {
  const checkpoint = await readCheckpoint(id)
  const place = await placeOf(id, cursor, checkpoint)
  const end = await endOf(id)
  const last = await lastOf(id, place.seq)
  const isLast = last === undefined
  const upTo = last ?? Math.max(end.highest, end.seq)
  const heads = await headsOf(id, place, isLast ? Number.MAX_SAFE_INTEGER : upTo, cursor)
  if (place.hash !== null) heads.compare(place.seq + place.shift, place.hash)
  const verifier = new ChainVerifier(place, (seq, hash) => heads.compare(seq, hash))
  const foreign: Finding[] = []
  for (let after = place.seq; after < upTo;) {
    const rows = await readRows(id, after, upTo, batchSize)
    if (rows.length === 0) break
    for (const row of rows) {
      verifier.push(toEntry(row))
      const isForeign = row.tenantId !== tenantOf(id)
      if (isForeign && foreign.length < maxFindings) {
        foreign.push({ kind: 'foreign', seq: Number(row.seq) })
      }
    }
    after = Number(rows.at(-1)!.seq)
    // Hashing, and SQLite, block the event loop: let other requests run.
    await setImmediate()
  }
  const { place: reached, findings } = verifier.end()
  const before = cursor === undefined ? await insertedBefore(id, place.seq) : []
  const erased = verifier.findUnexplainedErasures(await lastErasureOf(id))
  const atEnd = isLast ? endFindings(reached, end, heads) : []
  return {
    chain: id,
    from: place.seq + 1,
    upTo: reached.seq,
    verified: verifier.verified,
    erased: verifier.erased,
    confirmedHeads: heads.confirmed,
    findings: [...before, ...findings, ...foreign, ...erased, ...heads.findings, ...atEnd],
    next: isLast ? null : `${reached.seq}~${reached.shift}`,
  }
}

interface End extends Pick<Chain, 'seq' | 'hash'> {
  isOwn: boolean
  /** The highest number in the table. */
  highest: number
}

/** The stored end of a chain. Read it after the entries, because entries sealed in between move it. */
async function endOf(id: string): Promise<End> {
  const [top] = await ask<{ seq: number | null }>(
    'select max(seq) as seq from audit_entries where chain = ?',
    [id]
  )
  const [row] = await ask<Chain>('select seq, hash, mac from audit_chains where id = ?', [id])
  const end = { seq: Number(row?.seq ?? 0), hash: row?.hash ?? '' }
  const isOwn = !row || signatures.use().isMac(textOf({ id, ...end }), row.mac)
  return { ...end, isOwn, highest: Number(top?.seq ?? 0) }
}

/** The number of the last entry of this call, if more entries follow. */
async function lastOf(chain: string, after: number): Promise<number | undefined> {
  const rows = await ask<{ seq: number }>(
    'select seq from audit_entries where chain = ? and seq > ? order by seq limit 2 offset ?',
    [chain, after, maxVerified - 1]
  )
  return rows.length > 1 ? Number(rows[0]!.seq) : undefined
}

/** Finds entries before the start of the chain, which is number 1, or the entry after the checkpoint. */
async function insertedBefore(chain: string, start: number): Promise<Finding[]> {
  // A subquery each for the lowest and the highest number uses the index. One query for both would scan the
  // chain.
  const end = (which: string) =>
    `(select ${which}(seq) from audit_entries where chain = ? and seq <= ?)`
  const [row] = await ask<{ first: number | null; last: number | null }>(
    `select ${end('min')} as first, ${end('max')} as last`,
    [chain, start, chain, start]
  )
  if (row?.first == null) return []
  return [{ kind: 'inserted', seq: Number(row.first), to: Number(row.last) }]
}

/** The number of the newest entry that records an erasure. */
async function lastErasureOf(chain: string): Promise<number> {
  const [row] = await ask<{ seq: number }>(
    `select seq from audit_entries where chain = ? and event_type = ?
     order by created_at desc, id desc limit 1`,
    [chain, erasure]
  )
  return Number(row?.seq ?? 0)
}

async function placeOf(
  chain: string,
  cursor: string | undefined,
  checkpoint: SignedHead | undefined
): Promise<Place> {
  const start = checkpoint ? { seq: checkpoint.seq, hash: checkpoint.hash, shift: 0 } : beginning
  if (cursor === undefined) return start
  const [seq = 0, shift = 0] = cursor.split('~').map(Number)
  // Since the previous call, retention has deleted this position.
  if (seq <= start.seq) return start
  const [row] = await ask<{ hash: string }>(
    'select hash from audit_entries where chain = ? and seq = ?',
    [chain, seq]
  )
  return { seq, hash: row?.hash ?? null, shift }
}

async function headsOf(id: string, { seq }: Place, upTo: number, cursor: string | undefined) {
  // The first call also checks the checkpoint.
  const from = cursor === undefined ? seq : seq + 1
  return new HeadsCheck(await readHeads(id, from, upTo), checkHead)
}

/** Compares the last entry with the stored end of the chain and with the signed heads. */
function endFindings({ seq, shift, hash }: Place, end: End, heads: HeadsCheck): Finding[] {
  const reached = seq + shift
  const before = heads.findings.length
  heads.finish(reached)
  // A head signed for a later entry already reports the missing end.
  const isCutBySigned = heads.findings.length > before
  const found: Finding[] = []
  if (!end.isOwn) found.push({ kind: 'broken', seq: end.seq })
  if (reached < end.seq && !isCutBySigned)
    found.push({ kind: 'cut', seq: reached + 1, to: end.seq })
  const top = end.highest + shift
  if (top > end.seq) found.push({ kind: 'inserted', seq: end.seq + 1, to: top })
  if (reached === end.seq && hash !== null && hash !== end.hash) {
    found.push({ kind: 'rewritten', seq: end.seq })
  }
  return found
}
