import pg from 'pg'

/** A separate PostgreSQL session, outside the application's pools. */
export async function sessionAt<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The same server with another login or database. */
export function urlWith(
  url: string,
  part: { login?: string; password?: string; database?: string }
) {
  const changed = new URL(url)
  if (part.login) changed.username = part.login
  if (part.password) changed.password = part.password
  if (part.database) changed.pathname = `/${part.database}`
  return changed.href
}
