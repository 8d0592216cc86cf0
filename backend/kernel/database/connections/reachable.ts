import pg from 'pg'
import { refusedBy } from '../drivers/login.js'

const timeoutMs = 10_000

/**
 * Checks that the database accepts a connection, before the application uses it.
 * @throws DatabaseRefused
 */
export async function assertDatabaseAnswers(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
  })
  try {
    await client.connect()
  } catch (error) {
    throw refusedBy(error, url)
  } finally {
    await client.end().catch(() => undefined)
  }
}
