import pg from 'pg'

/** PostgreSQL is reachable, but Crossdock must not use it in its present state. The message says what to do. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** The login of a database address. */
export interface Login {
  name: string
  database: string
  /** Whether policies do not apply to it: a superuser, or a login with BYPASSRLS. */
  bypasses: boolean
}

/** Number of sessions opened together, and of statement rounds in them, to detect a pooler. */
const sessions = 3
const rounds = 6

/**
 * Signs in, inspects the login, and checks that each session keeps its server connection.
 * @throws DatabaseRefused for a pooler that shares server connections between sessions
 */
export async function inspectLogin(url: string): Promise<Login> {
  const first = await open(url)
  const others: pg.Client[] = []
  try {
    const { rows } = await first.query<Login>(
      `select session_user as name, current_database() as database, rolsuper or rolbypassrls as bypasses
       from pg_roles where rolname = session_user`
    )
    for (let index = 1; index < sessions; index++) others.push(await open(url))
    if (await shareBackends([first, ...others])) throw new DatabaseRefused(poolerRefused)
    return rows[0]!
  } finally {
    await Promise.all([first, ...others].map((client) => client.end()))
  }
}

const poolerRefused =
  'DATABASE_URL leads to a connection pooler that hands the statements of one session to several ' +
  'server connections (PgBouncer: pool_mode = transaction or statement). Crossdock keeps the ' +
  "tenant, its workers' locks and their wake-ups in a session: use session pooling " +
  '(pool_mode = session), or connect to PostgreSQL itself.'

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The next statement on the connection reports the error.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw refusedBy(error, url)
  })
  return client
}

/**
 * Describes why a database or pooler refuses a connection. PostgreSQL has dozens of codes and each pooler has
 * its own texts, so the message quotes them. The cause is the driver's error.
 */
export function refusedBy(error: unknown, url: string): DatabaseRefused {
  const { host, pathname } = new URL(url)
  return new DatabaseRefused(
    `the database of DATABASE_URL (${host || 'localhost'}${pathname}) refuses the connection: ${describeDriverError(error)}. Check the address, and the log of PostgreSQL or of its pooler.`,
    { cause: error }
  )
}

/** Describes a driver error in one line: its message and code. */
export function describeDriverError(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const words = (message || String(code)).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  return code && message ? `${words} (${code})` : words
}

/**
 * Whether one server process served two open sessions, or two served one session. The first happens with a
 * pooler that reuses the last connection, the second with round robin. Each session asks twice in a row, so
 * that its requests cannot coincide with the order of the pool. Each round skips another session, which shifts
 * the requests against those of other users of the pool.
 */
async function shareBackends(clients: pg.Client[]): Promise<boolean> {
  const seen = new Map<pg.Client, Set<number>>(clients.map((client) => [client, new Set()]))
  for (let round = 0; round < rounds; round++) {
    const asking = clients.filter((_, index) => index !== round % clients.length)
    for (const client of asking.flatMap((one) => [one, one])) {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      seen.get(client)!.add(rows[0]!.pid)
    }
  }
  const distinct = new Set([...seen.values()].flatMap((pids) => [...pids]))
  return distinct.size !== clients.length || [...seen.values()].some((pids) => pids.size > 1)
}
