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

/** What is used of a connection of `pg`. */
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
  /** Asked by this name and not answered yet. */
  waiting: number
}

/** Kept by the server for one connection: each takes some ten kilobytes there. */
const mostKept = 200

/**
 * At the end of a statement that PostgreSQL is to plan for its values and for the table as it is. What has a name is planned
 * once for all, perhaps when the table was empty and any index as good as the right one, and until the table is analysed
 * nothing changes that. Worth it where a wrong plan reads everybody, and the statement is not asked thousands of times a second.
 */
export const plannedAnew = ' /* planned anew */'

const abortedTransaction = '25P02'

/** A migration has changed what a kept statement gives back, and PostgreSQL refuses it from then on, in its language. */
export const isOutdated = ({ code, routine }: Refusal): boolean =>
  code === '0A000' && routine === 'RevalidateCachedQuery'

/**
 * Gives back whatever columns a table has: a migration that adds one outdates it, and in a transaction there is no asking
 * again. There it has no name, so that a process goes on while another brings the tables up to date.
 */
const ofAllColumns = /(\bselect|\breturning|,|\.)\s*\*/i
const begins = /^begin\b/i
const ends = /^(commit|rollback(?! to))\b/i

/** What a statement may be told for its age: it is gone, or its values are of the types that columns had. */
const ofAge = /^(26000|22003|42\w{3})$/

/**
 * Lets a PostgreSQL connection name what it is asked more than once: the server parses that once, and plans it anew
 * only where the values pay for it. What was not used for longest makes room, and what was refused is forgotten. A
 * statement that a migration may have outdated is asked without its name; in a transaction, which that has ended, the
 * caller gets the error.
 */
export function nameStatements(connection: NamingConnection): void {
  const query = (...given: [Statement, Done?]): unknown =>
    Reflect.apply(pg.Client.prototype.query, connection, given)
  const protocol = connection.connection
  // Its own: a pooler may hand on a session in which the names of another connection still stand.
  const prefix = randomBytes(6).toString('hex')
  let made = 0
  const kept = new Map<string, Named>()
  const asked = new Set<string>()

  const close = ({ name }: Named) => {
    delete protocol.parsedStatements[name]
    // Not `deallocate`, which is an error where the statement was refused, and would end a transaction.
    if (protocol.stream.writable) protocol.close({ type: 'S', name })
  }
  const forget = (text: string, named: Named) => {
    if (!named.isKept) return
    named.isKept = false
    kept.delete(text)
    // Those behind it in the queue go by the name as well.
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
    // The last place is that of the newest use.
    kept.delete(text)
    kept.set(text, named)
    return named
  }

  let inTransaction = false
  const mayBeNamed = ({ text }: Statement) =>
    !text.endsWith(plannedAnew) && !(inTransaction && ofAllColumns.test(text))

  connection.query = (statement, ...rest) => {
    const [done] = rest
    if (begins.test(statement.text)) inTransaction = true
    else if (ends.test(statement.text)) inTransaction = false
    // What has no values goes in one message already; what is a query of another kind brings no text.
    const isNamed = done && statement.values?.length && mayBeNamed(statement)
    const named = isNamed ? namedOf(statement.text) : undefined
    if (!named || !done) return query(statement, ...rest)
    named.waiting++
    return query({ ...statement, name: named.name }, (error, result) => {
      named.waiting--
      if (error) forget(statement.text, named)
      else if (!named.isKept && named.waiting === 0) close(named)
      if (!error || !(isOutdated(error) || ofAge.test(error.code ?? ''))) return done(error, result)
      // It is not the only one.
      if (isOutdated(error)) for (const [text, other] of [...kept]) forget(text, other)
      query(statement, (again, fresh) =>
        done(again?.code === abortedTransaction ? error : again, fresh)
      )
    })
  }
}
