import pg from 'pg'

/** PostgreSQL is there, but Crossdock must not work with it as it is; the message says what to do. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** Who a database address signs in as. */
export interface Login {
  name: string
  database: string
  /** Superusers and logins with BYPASSRLS: no policy holds them. */
  bypasses: boolean
}

/** Sessions opened together, and rounds of statements in them, to find a pooler out. */
const sessions = 3
const rounds = 6

/**
 * Signs in and looks who that is and whether a session is a session.
 * @throws DatabaseRefused for a pooler that shares server connections between sessions.
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
  // What goes wrong is told by the statement that runs into it.
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw refusedBy(error, url)
  })
  return client
}

/**
 * Why a database, or a pooler in front of it, refuses a connection. PostgreSQL has dozens of codes, and each pooler its own
 * words: the message holds them, the cause is the error of the driver.
 */
export function refusedBy(error: unknown, url: string): DatabaseRefused {
  const { host, pathname } = new URL(url)
  return new DatabaseRefused(
    `the database of DATABASE_URL (${host || 'localhost'}${pathname}) refuses the connection: ${wordsOf(error)}. Check the address, and the log of PostgreSQL or of the pooler in front of it.`,
    { cause: error }
  )
}

/** An error of the driver in a line: its own words, and its code. */
export function wordsOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  const words = (message || String(code)).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  return code && message ? `${words} (${code})` : words
}

/**
 * True when two open sessions were served by one backend, or one session by two: a pooler that
 * hands out what was used last shows the one, one that takes turns shows the other. Each session
 * asks twice in a row, so that no pool's turns fall in with those of the sessions; leaving another
 * one out each round shifts them against what others ask of the pool meanwhile.
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
