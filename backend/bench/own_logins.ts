import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { FreshDatabase } from '@crossdock/kernel/testing'

/** Logins for the product only, and their removal. */
export interface ProductLogins {
  env: Record<string, string>
  remove(): Promise<void>
}

/** The product in production refuses a superuser, so it gets the roles and logins of docs/operation/scale-out.md. */
export async function createLogins({ databaseUrl }: FreshDatabase): Promise<ProductLogins> {
  if (!databaseUrl) return { env: {}, async remove() {} }
  const name = new URL(databaseUrl).pathname.slice(1)
  const [login, owner] = [`${name}_login`, `${name}_owner`]
  const password = randomBytes(12).toString('hex')
  await onServer(
    databaseUrl,
    `create role ${name}_tenant`,
    `create role ${name}_operator`,
    `create role ${login} login noinherit password '${password}' in role ${name}_tenant, ${name}_operator`,
    `create role ${owner} login password '${password}'`,
    `alter database ${name} owner to ${owner}`
  )
  const as = (user: string) => {
    const url = new URL(databaseUrl)
    Object.assign(url, { username: user, password })
    return url.href
  }
  return {
    env: { DATABASE_URL: as(login), MIGRATION_DATABASE_URL: as(owner) },
    remove: () => onServer(databaseUrl, `drop role ${login}`, `drop role ${owner}`),
  }
}

async function onServer(databaseUrl: string, ...statements: string[]): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
