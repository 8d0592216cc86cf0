import { stringify } from 'csv-stringify/sync'
import { now } from '@crossdock/kernel/database'
import {
  conflict,
  readOn,
  text,
  type ListDefinition,
  type ListRequest,
  type RowPlace,
} from '@crossdock/kernel/http'
import { signatures } from '@crossdock/kernel/secrets'
import { currentContext, runInContext } from '@crossdock/kernel/tenancy'
import { signed } from '../actions/sign_head.js'
import { origin, type SealedEntry, type SignedHead } from '../chain/index.js'
import { inChain, type Chain } from './chosen_chain.js'
import { auditList, chainNamed, entriesOf, narrowed } from './entries.js'
import { lineOf } from '../transformers/export_line.js'
import { readCheckpoint, readEntries, readHeads, toEntry } from './read_entries.js'
import { checkHead } from './verify_chain.js'

const atATime = 500

export const exportList: ListDefinition = {
  ...auditList,
  filters: { ...auditList.filters, format: ['csv', 'jsonl'] },
}

export type Format = 'csv' | 'jsonl'

/** The format a list asks for, and the list without it. */
export function formatNamed({ filter: { format = 'csv', ...filter }, ...list }: ListRequest) {
  return { format: format as Format, list: { ...list, filter } }
}

/**
 * A chain as a file, some entries at a time: they are read when the one who takes them is ready. The first part comes with the
 * head, so that what cannot be read at all is refused in time.
 * @param assertAllowed asked before each further part
 */
export function exportAudit(
  list: ListRequest,
  format: Format,
  assertAllowed: () => Promise<void>
): AsyncGenerator<string, void> {
  // Whoever reads on, from whichever callback of the connection, reads as this caller.
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

/** All that was sealed when it began, in the order of the chain. */
async function* wholePages(read: Read, header: Header): Pages {
  const { from, upTo } = await header
  for (let after = from.seq, isFirst = true; ; isFirst = false) {
    const begin = after
    const entries = await read(({ id }) => readBehind(id, begin, upTo), isFirst)
    yield entries
    if (entries.length < atATime) return
    after = entries.at(-1)!.seq
  }
}

/** @throws Problem 409 when retention has cut off what comes next: what is left would prove nothing behind this head */
async function readBehind(chain: string, after: number, upTo: number): Promise<SealedEntry[]> {
  const entries = await readEntries(chain, after, upTo, atATime)
  const isNext = entries.length === 0 ? after === upTo : entries[0]!.seq === after + 1
  if (isNext) return entries
  const checkpoint = await readCheckpoint(chain)
  // Otherwise it is missing, which the file is to tell.
  if (!checkpoint || checkpoint.seq <= after) return entries
  throw conflict(
    'E_CONFLICT',
    text(
      'The beginning of this audit was deleted meanwhile, as its time was over. Export it again.'
    )
  )
}

/** What the filters let through, the oldest first. */
async function* narrowedPages(read: Read, { filter }: Pick<ListRequest, 'filter'>): Pages {
  const sort = { field: 'createdAt', direction: 'asc' } as const
  const request = { filter, sort, limit: atATime }
  for (let place: RowPlace | undefined, isFirst = true; ; isFirst = false) {
    const behind = place
    const { rows, last } = await read(
      ({ id }) => readOn(entriesOf(id), auditList, request, behind, narrowed),
      isFirst
    )
    yield rows.map(toEntry)
    if (rows.length < atATime) return
    place = last
  }
}

const columns = [
  ...['seq', 'createdAt', 'eventType', 'actorType', 'actorId', 'userId', 'personName'],
  ...['personEmail', 'environmentId', 'sourceType', 'sourceId', 'targetType', 'targetId'],
  ...['details', 'causeId', 'rootId', 'id', 'hash'],
]

/** By the byte order mark spreadsheets know that it is UTF-8. */
const head = `\ufeff${columns.join(',')}\r\n`

async function* csvParts(pages: Pages): AsyncGenerator<string, void> {
  let begin = head
  for await (const entries of pages) {
    const rows = entries.map(({ person, details, ...entry }) => {
      const { name, email } = (person.text ? JSON.parse(person.text) : {}) as Record<string, string>
      return { ...entry, personName: name, personEmail: email, details: details.text }
    })
    // Names come from anybody, and a spreadsheet would work out those that look like formulas.
    yield begin + stringify(rows, { columns, escape_formulas: true, record_delimiter: 'windows' })
    begin = ''
  }
}

const lines = (objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join('')

/** Begins with whose it is and what was signed of it, and ends with a head of its own: a verifier needs nothing else. */
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
  const end = first.isWhole ? [{ type: 'head', ...signed('head', last) }] : []
  yield lines([...end, { type: 'end', entries: count }])
}

async function headerOf(chain: Chain, isWhole: boolean) {
  const { id, name, subdomain, seq } = chain
  const checkpoint = await readCheckpoint(id)
  const from = checkpoint ? { seq: checkpoint.seq, hash: checkpoint.hash } : origin
  return {
    ...{ type: 'audit', version: 1, chain: id, name, subdomain, exportedAt: now(), isWhole },
    ...{ from, upTo: seq, keys: signatures.use().publicKeys },
    heads: isWhole ? [...renewed(checkpoint), ...(await readHeads(id, from.seq, seq))] : [],
  }
}

/** By the key of today what an older one stands for: whoever verifies the file holds it against one key. */
function renewed(checkpoint: SignedHead | undefined): SignedHead[] {
  if (!checkpoint || checkHead(checkpoint) !== 'good') return []
  const { chain: id, seq, hash } = checkpoint
  const today = signed('checkpoint', { id, seq, hash })
  return today.keyId === checkpoint.keyId ? [] : [today]
}
