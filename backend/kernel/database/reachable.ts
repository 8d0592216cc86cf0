import pg from 'pg'
import { refusedBy } from './login.js'

const timeoutMs = 10_000

/** Finds out before anything else that the database cannot be used. @throws DatabaseRefused */
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
