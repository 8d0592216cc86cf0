import { randomBytes } from 'node:crypto'
import pg from 'pg'

type Done = (error: (Error & { code?: string }) | null, result?: unknown) => void

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
    close(what: { type: 'S'; name: string }): void
  }
}

/** Kept by the server for one connection: each takes some ten kilobytes there. */
const mostKept = 200

const abortedTransaction = '25P02'

/** A migration has changed what a kept statement gives back, and PostgreSQL refuses it from then on. */
export const isOutdated = (error: Error & { code?: string }): boolean =>
  error.code === '0A000' && error.message.endsWith('cached plan must not change result type')

/**
 * Lets a PostgreSQL connection name what it is asked more than once: the server parses that once, and plans it anew
 * only where the values pay for it. What was not used for longest makes room. A statement that a migration has
 * outdated is asked without its name; in a transaction, which that has ended, the caller gets the error.
 */
export function nameStatements(connection: NamingConnection): void {
  const query = (...given: [Statement, Done?]): unknown =>
    Reflect.apply(pg.Client.prototype.query, connection, given)
  const protocol = connection.connection
  // Its own: a pooler may hand on a session in which the names of another connection still stand.
  const prefix = randomBytes(6).toString('hex')
  let made = 0
  const kept = new Map<string, string>()
  const asked = new Set<string>()

  const forget = (text: string) => {
    const name = kept.get(text)!
    kept.delete(text)
    delete protocol.parsedStatements[name]
    // Not `deallocate`, which is an error where the statement was refused, and would end a transaction.
    protocol.close({ type: 'S', name })
  }
  const nameOf = (text: string): string | undefined => {
    const known = kept.get(text)
    if (!known && !asked.delete(text)) {
      if (asked.size >= mostKept) asked.delete(asked.values().next().value!)
      asked.add(text)
      return undefined
    }
    if (!known && kept.size >= mostKept) forget(kept.keys().next().value!)
    const name = known ?? `${prefix}_${made++}`
    // The last place is that of the newest use.
    kept.delete(text)
    kept.set(text, name)
    return name
  }

  connection.query = (statement, ...rest) => {
    const [done] = rest
    // What has no values goes in one message already; what is a query of another kind brings no text.
    const name = statement.values?.length ? nameOf(statement.text) : undefined
    if (!name || !done) return query(name ? { ...statement, name } : statement, ...rest)
    return query({ ...statement, name }, (error, result) => {
      if (!error || !isOutdated(error)) return done(error, result)
      for (const text of [...kept.keys()]) forget(text)
      query(statement, (again, fresh) =>
        done(again?.code === abortedTransaction ? error : again, fresh)
      )
    })
  }
}
