import pg from 'pg'

const timeoutMs = 10_000

/** Finds out before anything else that the database cannot be used. @throws the error of the driver */
export async function assertDatabaseAnswers(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
  })
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}
