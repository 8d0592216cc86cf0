import pg from 'pg'
import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** A tenant whose id and subdomain are `id`. */
export function makeTenant(id: string): Promise<unknown> {
  const times = { created_at: now(), updated_at: now() }
  const row = { id, name: id, subdomain: id, settings: '{}', status: 'active', ...times }
  return asOperator('test fixture', async () =>
    unscoped().insertQuery().table('tenants').insert(row)
  )
}

/** A session of its own beside the application's pools. */
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

/** The same server by another login or database. */
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
