import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { open } from 'node:fs/promises'
import {
  ChainVerifier,
  HeadsCheck,
  maxFindings,
  origin,
  signedText,
  type Part,
  type SealedEntry,
  type SignedHead,
} from '@crossdock/backend/audit-chain'
import { CliError, ExitCode } from '../../errors.js'
import { messageFor, type FileFinding } from './messages.js'

export interface Verified {
  verified: number
  erased: number
  confirmedHeads: number
  upTo: number
  findings: { kind: string; seq: number; message: string }[]
  /** The audit of the file: the id of a tenant, or `operator`. */
  chain?: string
  /** The key that signs its heads. Set only when the file was not checked against a given key. */
  key?: string
}

interface Header {
  type: 'audit'
  version: number
  chain: string
  isWhole: boolean
  from: { seq: number; hash: string }
  keys: { keyId: string; publicKey: string }[]
}

interface LinePart {
  value: unknown
  salt: string | null
  hash: string
}

type EntryLine = Omit<SealedEntry, 'person' | 'details'> & {
  type: 'entry'
  person: LinePart | null
  details: LinePart | null
}
type Line = Header | EntryLine | ({ type: 'head' } & SignedHead) | { type: 'end'; entries: number }

/** DER in front of the 32 bytes of a public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Verifies an export without a server.
 * @param key the public key it must be signed with
 */
export async function verifyFile(
  path: string,
  named: string,
  key: string | undefined
): Promise<Verified> {
  const lines = linesOf(path, named)
  const first = await lines.next()
  const header = headerIn(first.done ? undefined : first.value, named)
  const keys = keysOf(header, named)
  const wanted = header.keys.find(({ publicKey }) => key === undefined || publicKey === key)
  if (!wanted) throw refused(`"${named}" is not signed with the key ${key}.`)
  const { chain } = header
  const from = header.from.seq > 0 ? header.from : origin
  const heads = new HeadsCheck([], (head) => checkHead(keys, head))
  const verifier = new ChainVerifier({ ...from, shift: 0 }, (seq, hash) => heads.compare(seq, hash))
  const foreign: FileFinding[] = []
  const isOwn = (line: { seq: number; chain: string }) => {
    if (line.chain === chain) return true
    if (foreign.length < maxFindings) foreign.push({ kind: 'foreign', seq: line.seq })
    return false
  }
  let count = 0
  let end: number | undefined
  let isBegun = from.seq === 0
  const late: SignedHead[] = []
  /** Entry numbers up to which heads with the given key confirm the chain. */
  const confirmed = new Set<number>()
  for await (const line of lines) {
    if (line.type === 'end') end = line.entries
    else if (line.type === 'entry') {
      // All heads that precede the entries are known now.
      if (count++ === 0) heads.compare(from.seq, from.hash)
      isOwn(line)
      verifier.push(entryOf(line))
    } else if (line.type === 'head' && isOwn(line)) {
      if (count === 0) heads.add(line)
      else late.push(line)
      if (line.keyId !== wanted.keyId) continue
      if (line.kind === 'head') confirmed.add(line.seq)
      isBegun ||= line.kind === 'checkpoint' && line.seq === from.seq && line.hash === from.hash
    }
  }
  const { place, findings } = verifier.end()
  const reached = place.seq + place.shift
  const { hash } = place
  // Heads signed for this export. The last one confirms all entries before it.
  for (const head of late) heads.add(head)
  if (hash !== null) heads.compare(reached, hash)
  heads.finish(reached)
  const all: FileFinding[] = [
    ...foreign,
    ...findings,
    ...verifier.findUnexplainedErasures(),
    ...heads.findings,
  ]
  if (!isBegun) all.unshift({ kind: 'beginning', seq: from.seq + 1 })
  const isCut = all.some(({ kind }) => kind === 'cut' || kind === 'missing')
  if (end === undefined) all.push({ kind: 'no_end', seq: reached })
  else if (end > count && !isCut) all.push({ kind: 'cut', seq: reached + 1 })
  if (!confirmed.has(reached) && !isCut) all.push({ kind: 'unsigned', seq: reached })
  return {
    verified: verifier.verified,
    erased: verifier.erased,
    confirmedHeads: heads.confirmed,
    upTo: reached,
    findings: all.map((finding) => ({ ...finding, message: messageFor(finding) })),
    chain,
    ...(key === undefined && { key: wanted.publicKey }),
  }
}

const refused = (message: string) => new CliError(ExitCode.refused, message)

/**
 * Parses the first line.
 * @throws CliError when it is not a valid header
 */
function headerIn(line: Line | undefined, named: string): Header {
  if (line === undefined) throw refused(`"${named}" is empty.`)
  if (line.type !== 'audit') {
    throw refused(`"${named}" is not an audit export as JSON lines, or its first line was removed.`)
  }
  if (line.version !== 1) throw refused(`"${named}" was made by a newer Crossdock.`)
  const { chain, from, isWhole } = line
  if (typeof chain !== 'string' || !Number.isInteger(from?.seq) || typeof from.hash !== 'string') {
    throw refused(`The first line of "${named}" does not name the audit and its first entry.`)
  }
  if (!isWhole) {
    throw refused(`"${named}" was exported with filters: filtered entries look like missing ones.`)
  }
  return line
}

function keysOf({ keys }: Header, named: string): Map<string, KeyObject> {
  const isKey = (one: Header['keys'][number] | null) =>
    typeof one?.keyId === 'string' && typeof one.publicKey === 'string'
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isKey)) {
    throw refused(`The first line of "${named}" does not name the signing key.`)
  }
  const known = new Map(keys.map(({ keyId, publicKey }) => [keyId, keyOf(publicKey, named)]))
  // Otherwise a file could show one key and be checked with another.
  if (known.size < keys.length) throw refused(`"${named}" gives two keys the same name.`)
  return known
}

async function* linesOf(path: string, named: string): AsyncGenerator<Line, void> {
  let number = 0
  try {
    const file = await open(path)
    for await (const text of file.readLines()) {
      number++
      // Some editors add a byte order mark.
      const line = number === 1 ? text.replace(/^\ufeff/, '') : text
      if (line !== '') yield parsed(line)
    }
  } catch (cause) {
    if (cause instanceof CliError) throw cause
    if (cause instanceof SyntaxError)
      throw refused(`Line ${number} of "${named}" is not valid JSON.`)
    throw new CliError(ExitCode.failure, `"${named}" cannot be read: ${(cause as Error).message}.`)
  }
}

function parsed(line: string): Line {
  const value = JSON.parse(line) as Line | null
  if (typeof value !== 'object' || value === null) throw new SyntaxError('not an object')
  return value
}

const partOf = (part: LinePart | null | undefined): Part =>
  part === null || part === undefined
    ? { text: null, salt: null, hash: null }
    : { ...part, text: part.value === null ? null : JSON.stringify(part.value) }

const entryOf = ({ person, details, ...entry }: EntryLine): SealedEntry => ({
  ...entry,
  person: partOf(person),
  details: partOf(details),
})

function keyOf(publicKey: string, named: string): KeyObject {
  try {
    const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'base64url')])
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    throw refused(`"${named}" contains an invalid key.`)
  }
}

function checkHead(keys: ReadonlyMap<string, KeyObject>, head: SignedHead) {
  const key = keys.get(head.keyId)
  if (!key) return 'unknown'
  const signature = Buffer.from(String(head.signature), 'base64url')
  return verify(null, Buffer.from(signedText(head)), key, signature) ? 'good' : 'bad'
}
