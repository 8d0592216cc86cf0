import { fold } from '@crossdock/kernel/lists'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { testDatabase, type Asked, type FreshDatabase } from '@crossdock/kernel/testing'

const require = createRequire(import.meta.url)

/** What a statement really read, and how the database executed it. */
export interface Reading {
  /** Rows read, including those that were filtered out. Reported by PostgreSQL. */
  rows: number
  /** Database pages read. Undefined where they are not reported. */
  pages: number | undefined
  plan: string
}

export interface Meter {
  read(asked: Asked): Promise<Reading>
  close(): void
}

/** Runs each statement again, and measures what it reads. */
export const meterOf = (database: FreshDatabase): Meter =>
  testDatabase === 'pg' ? new PostgresMeter() : new SqliteMeter(database)

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The driver's own method, which bypasses our cache of statements. */
type Query = (
  this: unknown,
  asked: { text: string; values: unknown[] }
) => Promise<{ rows: Record<string, string | [{ Plan: Node }]>[] }>

/** Measures on the statement's connection: with the same role and tenant. */
class PostgresMeter implements Meter {
  async read({ text, values, by }: Asked): Promise<Reading> {
    const how = 'explain (analyze, buffers, timing off, summary off, format json)'
    const query: Query = pg.Client.prototype.query
    const asked = { text: `${how} ${text}`, values: [...values] }
    const { rows } = await query.call(by, asked)
    const answer = rows[0]!['QUERY PLAN']!
    const [{ Plan: top }]: [{ Plan: Node }] =
      typeof answer === 'string' ? JSON.parse(answer) : answer
    return {
      rows: scans(top).reduce((sum, node) => sum + lookedAt(node), 0),
      pages: top['Shared Hit Blocks'] + top['Shared Read Blocks'],
      plan: scans(top)
        .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`)
        .join(', '),
    }
  }

  close(): void {}
}

const scans = (node: Node): Node[] => [
  ...(node['Node Type'].endsWith('Scan') ? [node] : []),
  ...(node.Plans ?? []).flatMap(scans),
]

const lookedAt = (node: Node): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const pageBytes = 4_096
/** I/O counters of this thread. better-sqlite3 reads within the call, so they count nothing else. Linux only. */
const ioFile = '/proc/thread-self/io'

/**
 * SQLite counts nothing in this build. But a connection with a tiny cache reads each page from the file, and
 * the operating system counts reads per thread.
 */
class SqliteMeter implements Meter {
  readonly #connection
  readonly #own: number | undefined

  constructor({ dataDir }: FreshDatabase) {
    const Sqlite = require('better-sqlite3')
    this.#connection = new Sqlite(join(dataDir, 'crossdock.sqlite3'), { readonly: true })
    this.#connection.exec('pragma cache_size = 100; pragma temp_store = MEMORY')
    this.#connection.function('lower', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? text.toLowerCase() : text
    )
    this.#connection.function('fold', { deterministic: true }, (text: unknown) =>
      typeof text === 'string' ? fold(text) : text
    )
    this.#own = this.#bytesOf(() => undefined)
  }

  async read({ text, values }: Asked): Promise<Reading> {
    const plan: { detail: string }[] = this.#connection
      .prepare(`explain query plan ${text}`)
      .all(values)
    const statement = this.#connection.prepare(text)
    this.#connection.pragma('shrink_memory')
    const bytes = this.#bytesOf(() => statement.all(values))
    return {
      rows: 0,
      pages: bytes === undefined ? undefined : (bytes - this.#own!) / pageBytes,
      plan: plan.map(({ detail }) => detail).join(', '),
    }
  }

  close(): void {
    this.#connection.close()
  }

  #bytesOf(work: () => unknown): number | undefined {
    try {
      const before = bytesRead()
      work()
      return bytesRead() - before
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}

const bytesRead = () => Number(/^rchar: (\d+)/m.exec(readFileSync(ioFile, 'latin1'))![1])
