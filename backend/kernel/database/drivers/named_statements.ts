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

/** The used part of a `pg` connection. */
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
  /** Queries sent with this name and not answered yet. */
  waiting: number
}

/** Prepared statements the server keeps per connection; each takes about ten kilobytes there. */
const mostKept = 200

/**
 * Suffix of a statement that PostgreSQL must plan for its values each time. A named statement is planned once,
 * perhaps when the table was empty and any index as good as the right one, and keeps that plan until the table
 * is analyzed. Use it for rarer statements that a wrong plan would slow down for all tenants.
 */
export const plannedEachTime = ' /* plan each time */'

const abortedTransaction = '25P02'

/**
 * A migration changed the result of a prepared statement, which PostgreSQL then refuses (with a localized
 * message).
 */
export const isOutdated = ({ code, routine }: Refusal): boolean =>
  code === '0A000' && routine === 'RevalidateCachedQuery'

/**
 * Statements that return all columns. A migration that adds a column makes them outdated, and a transaction
 * cannot retry. So they stay unnamed there, and a process continues while another migrates the tables.
 */
const ofAllColumns = /(\bselect|\breturning|,|\.)\s*\*/i
const begins = /^begin\b/i
const ends = /^(commit|rollback(?! to))\b/i

/** Errors of an outdated statement: it is gone, or its values have the former column types. */
const ofAge = /^(26000|22003|42\w{3})$/

/**
 * Makes a PostgreSQL connection name repeated statements. The server parses each once, and plans it again
 * only if the values justify another plan. The least recently used statement is dropped, and so is a refused
 * one. A statement that a migration may have outdated is retried without its name. In a transaction, which
 * the error has aborted, the caller gets the error.
 */
export function nameStatements(connection: NamingConnection): void {
  const query = (...given: [Statement, Done?]): unknown =>
    Reflect.apply(pg.Client.prototype.query, connection, given)
  const protocol = connection.connection
  // A prefix per connection: a pooler may pass on a session with names of another connection.
  const prefix = randomBytes(6).toString('hex')
  let made = 0
  const kept = new Map<string, Named>()
  const asked = new Set<string>()

  const close = ({ name }: Named) => {
    delete protocol.parsedStatements[name]
    // A protocol message: `deallocate` fails if the statement was refused, and would abort a transaction.
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
    // A statement without values needs only one message; other kinds of queries have no text.
    const isNamed = done && statement.values?.length && mayBeNamed(statement)
    const named = isNamed ? namedOf(statement.text) : undefined
    if (!named || !done) return query(statement, ...rest)
    named.waiting++
    return query({ ...statement, name: named.name }, (error, result) => {
      named.waiting--
      if (error) forget(statement.text, named)
      else if (!named.isKept && named.waiting === 0) close(named)
      if (!error || !(isOutdated(error) || ofAge.test(error.code ?? ''))) return done(error, result)
      // Other statements are outdated, too.
      if (isOutdated(error)) for (const [text, other] of Array.from(kept)) forget(text, other)
      query(statement, (retryError, fresh) =>
        done(retryError?.code === abortedTransaction ? error : retryError, fresh)
      )
    })
  }
}
