import { randomBytes } from 'node:crypto'
import pg from 'pg'

interface Refusal extends Error {
  code?: string
  routine?: string
}
type Done = (error: Refusal | null, result?: unknown) => void

interface Statement {
  text: string
  values?: unknown[]
  name?: string
}

/** The part of a `pg` connection that is used here. */
export interface NamingConnection {
  query(statement: Statement, done?: Done): unknown
  connection: {
    parsedStatements: Record<string, string>
    stream: { writable: boolean }
    close(what: { type: 'S'; name: string }): void
  }
}

interface Named {
  name: string
  isKept: boolean
  /** Number of pending queries with this name. */
  waiting: number
}

/** Maximum number of prepared statements per connection. Each takes about ten kilobytes on the server. */
const mostKept = 200

/**
 * Suffix of a statement that PostgreSQL must plan for its values each time. Other named statements are planned
 * once and keep the plan until the table is analyzed. The table may have been empty at that time, when any
 * index is as good as the right one. Use it for rarer statements whose wrong plan would delay all tenants.
 */
export const plannedEachTime = ' /* plan each time */'

const abortedTransaction = '25P02'

/**
 * Whether PostgreSQL refused a prepared statement because a migration changed its result. Does not compare the
 * message, which is localized.
 */
export const isOutdated = ({ code, routine }: Refusal): boolean =>
  code === '0A000' && routine === 'RevalidateCachedQuery'

/**
 * Matches statements that return all columns. A migration that adds a column makes them outdated, and a
 * transaction cannot retry. So they get no name in a transaction, and a process continues while another one
 * migrates the tables.
 */
const ofAllColumns = /(\bselect|\breturning|,|\.)\s*\*/i
const begins = /^begin\b/i
const ends = /^(commit|rollback(?! to))\b/i

/** Error codes of an outdated statement: it no longer exists, or its values have the former column types. */
const ofAge = /^(26000|22003|42\w{3})$/

/**
 * Gives repeated statements of a PostgreSQL connection a name. The server then parses each one once, and plans
 * it again only if the values justify another plan. The least recently used statement is dropped, and so is a
 * refused one. If a migration may have outdated a statement, it is retried without its name. A transaction is
 * aborted by the error, so its caller gets the error.
 */
export function nameStatements(connection: NamingConnection): void {
  const query = (...given: [Statement, Done?]): unknown =>
    Reflect.apply(pg.Client.prototype.query, connection, given)
  const protocol = connection.connection
  // Each connection has its own prefix, because a pooler may pass on a session that has names of another
  // connection.
  const prefix = randomBytes(6).toString('hex')
  let made = 0
  const kept = new Map<string, Named>()
  const asked = new Set<string>()

  const close = ({ name }: Named) => {
    delete protocol.parsedStatements[name]
    // Uses a protocol message: `deallocate` fails if the statement was refused, and would abort a transaction.
    if (protocol.stream.writable) protocol.close({ type: 'S', name })
  }
  const forget = (text: string, named: Named) => {
    if (!named.isKept) return
    named.isKept = false
    kept.delete(text)
    // Queued queries still use the name.
    if (named.waiting === 0) close(named)
  }
  const namedOf = (text: string): Named | undefined => {
    const known = kept.get(text)
    if (!known && !asked.delete(text)) {
      if (asked.size >= mostKept) asked.delete(asked.values().next().value!)
      asked.add(text)
      return undefined
    }
    if (!known && kept.size >= mostKept) forget(...kept.entries().next().value!)
    const named = known ?? { name: `${prefix}_${made++}`, isKept: true, waiting: 0 }
    // Re-insert: the last entry is the most recently used.
    kept.delete(text)
    kept.set(text, named)
    return named
  }

  let inTransaction = false
  const mayBeNamed = ({ text }: Statement) =>
    !text.endsWith(plannedEachTime) && !(inTransaction && ofAllColumns.test(text))

  connection.query = (statement, ...rest) => {
    const [done] = rest
    if (begins.test(statement.text)) inTransaction = true
    else if (ends.test(statement.text)) inTransaction = false
    // A statement without values needs only one message anyway. Other kinds of queries have no text.
    const isNamed = done && statement.values?.length && mayBeNamed(statement)
    const named = isNamed ? namedOf(statement.text) : undefined
    if (!named || !done) return query(statement, ...rest)
    named.waiting++
    return query({ ...statement, name: named.name }, (error, result) => {
      named.waiting--
      if (error) forget(statement.text, named)
      else if (!named.isKept && named.waiting === 0) close(named)
      if (!error || !(isOutdated(error) || ofAge.test(error.code ?? ''))) return done(error, result)
      // The other statements are then outdated, too.
      if (isOutdated(error)) for (const [text, other] of Array.from(kept)) forget(text, other)
      query(statement, (retryError, fresh) =>
        done(retryError?.code === abortedTransaction ? error : retryError, fresh)
      )
    })
  }
}
