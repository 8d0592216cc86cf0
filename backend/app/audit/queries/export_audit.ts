import { stringify } from 'csv-stringify/sync'
import { now } from '@crossdock/kernel/database'
import { conflict, text } from '@crossdock/kernel/ground'
import {
  readNextRows,
  type ListDefinition,
  type ListRequest,
  type RowPlace,
} from '@crossdock/kernel/lists'
import { signatures } from '@crossdock/kernel/secrets'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'
import { createSignedHead } from '../chains.js'
import { origin, type SealedEntry, type SignedHead } from '../chain/index.js'
import { inChain, type Chain } from './chosen_chain.js'
import { auditList, chainNamed, entriesOf, narrowed } from './entries.js'
import { lineOf } from '../transformers/export_line.js'
import { readCheckpoint, readEntries, readHeads, toEntry } from './read_entries.js'
import { checkHead } from './verify_chain.js'

const batchSize = 500

export const exportList: ListDefinition = {
  ...auditList,
  filters: { ...auditList.filters, format: ['csv', 'jsonl'] },
}

export type Format = 'csv' | 'jsonl'

/** The format that a list's filter names, and the list without that filter. */
export function formatNamed({ filter: { format = 'csv', ...filter }, ...list }: ListRequest) {
  return { format: format as Format, list: { ...list, filter } }
}

/**
 * A chain as a file, read in batches as the client accepts them. The first part includes the first batch, so
 * an error of reading still becomes the answer.
 * @param assertAllowed runs before each further part
 */
export function exportAudit(
  list: ListRequest,
  format: Format,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> {
  // Later parts are read in callbacks of the connection, so restore the context of the request.
  const context = currentContext()
  const read: Read = (work, isFirst = false) =>
    runInContext(context, async () => {
      if (!isFirst) await assertAllowed()
      return inChain(chainNamed(list), work)
    })
  const { chain: _chosen, ...filter } = list.filter
  const isWhole = Object.keys(filter).length === 0
  const header = read((chain) => headerOf(chain, isWhole), true)
  const pages = isWhole ? wholePages(read, header) : narrowedPages(read, { ...list, filter })
  return format === 'csv' ? csvParts(pages) : jsonParts(pages, header)
}

type Read = <T>(work: (chain: Chain) => Promise<T>, isFirst?: boolean) => Promise<T>
type Pages = AsyncGenerator<SealedEntry[]>
type Header = ReturnType<typeof headerOf>

/** All entries that were sealed when the export started, in the order of the chain. */
async function* wholePages(read: Read, header: Header): Pages {
  const { from, upTo } = await header
  for (let after = from.seq, isFirst = true; ; isFirst = false) {
    const begin = after
    const entries = await read(({ id }) => readBehind(id, begin, upTo), isFirst)
    yield entries
    if (entries.length < batchSize) return
    after = entries.at(-1)!.seq
  }
}

/** @throws Problem 409 if retention has deleted the next entries, because a file with a gap would not verify */
async function readBehind(chain: string, after: number, upTo: number): Promise<SealedEntry[]> {
  const entries = await readEntries(chain, after, upTo, batchSize)
  const isNext = entries.length === 0 ? after === upTo : entries[0]!.seq === after + 1
  if (isNext) return entries
  const checkpoint = await readCheckpoint(chain)
  // Without a new checkpoint, an attacker removed the entries: export the gap.
  if (!checkpoint || checkpoint.seq <= after) return entries
  throw conflict(
    'E_CONFLICT',
    text('Retention deleted the beginning of this audit during the export. Export it again.')
  )
}

/** The entries that match the filters, oldest first. */
async function* narrowedPages(read: Read, { filter }: Pick<ListRequest, 'filter'>): Pages {
  const sort = { field: 'createdAt', direction: 'asc' } as const
  const request = { filter, sort, limit: batchSize }
  for (let place: RowPlace | undefined, isFirst = true; ; isFirst = false) {
    const after = place
    const { rows, last } = await read(
      ({ id }) => readNextRows(entriesOf(id), auditList, request, after, narrowed),
      isFirst
    )
    yield rows.map(toEntry)
    if (rows.length < batchSize) return
    place = last
  }
}

const columns = [
  'seq',
  'createdAt',
  'eventType',
  'actorType',
  'actorId',
  'userId',
  'personName',
  'personEmail',
  'environmentId',
  'sourceType',
  'sourceId',
  'targetType',
  'targetId',
  'details',
  'causeId',
  'rootId',
  'id',
  'hash',
]

/** Spreadsheets recognize UTF-8 by the byte order mark. */
const head = `\ufeff${columns.join(',')}\r\n`

async function* csvParts(pages: Pages): AsyncGenerator<string, void> {
  let begin = head
  for await (const entries of pages) {
    const rows = entries.map(({ person, details, ...entry }) => {
      const { name, email } = (person.text ? JSON.parse(person.text) : {}) as Record<string, string>
      return { ...entry, personName: name, personEmail: email, details: details.text }
    })
    // Anyone can choose a name, and spreadsheets evaluate names that look like formulas.
    yield begin + stringify(rows, { columns, escape_formulas: true, record_delimiter: 'windows' })
    begin = ''
  }
}

const lines = (objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('')

/** The chain as JSON lines. Starts with the signed heads and ends with a new one, so a verifier needs nothing else. */
async function* jsonParts(pages: Pages, header: Header): AsyncGenerator<string, void> {
  const { heads, ...first } = await header
  let begin = lines([first, ...heads.map((one) => ({ type: 'head', ...one }))])
  let last = { id: first.chain, ...first.from }
  let count = 0
  for await (const entries of pages) {
    yield begin + lines(entries.map((entry) => ({ type: 'entry', ...lineOf(entry) })))
    begin = ''
    count += entries.length
    const end = entries.at(-1)
    if (end) last = { ...last, seq: end.seq, hash: end.hash }
  }
  const end = first.isWhole ? [{ type: 'head', ...createSignedHead('head', last) }] : []
  yield lines([...end, { type: 'end', entries: count }])
}

async function headerOf(chain: Chain, isWhole: boolean) {
  const { id, name, subdomain, seq } = chain
  const checkpoint = await readCheckpoint(id)
  const from = checkpoint ? { seq: checkpoint.seq, hash: checkpoint.hash } : origin
  return {
    type: 'audit',
    version: 1,
    chain: id,
    name,
    subdomain,
    exportedAt: now(),
    isWhole,
    from,
    upTo: seq,
    keys: signatures.use().publicKeys,
    heads: isWhole ? [...signAgain(checkpoint), ...(await readHeads(id, from.seq, seq))] : [],
  }
}

/** Signs the checkpoint again if an older key signed it, so that one key verifies the whole file. */
function signAgain(checkpoint: SignedHead | undefined): SignedHead[] {
  if (!checkpoint || checkHead(checkpoint) !== 'good') return []
  const { chain: id, seq, hash } = checkpoint
  const today = createSignedHead('checkpoint', { id, seq, hash })
  return today.keyId === checkpoint.keyId ? [] : [today]
}
