import {
  call,
  dropLeftDatabases,
  freshDatabase,
  type Caller,
  type FreshDatabase,
} from '@crossdock/kernel/testing'
import { freePort, raiseLimits, signIn } from '../testing/index.js'
import { thisBuild } from './builds.js'
import { createLogins } from './own_logins.js'
import { Product } from './product.js'

/** The built product with one tenant, as the measured object. */
export interface Subject {
  server: Product
  database: FreshDatabase
  tenantId: string
  admin: Caller
  token: Caller
  /** The settings of its start. */
  env: Record<string, string>
  /** Starts one more process on the same database. It ends with the subject. */
  another(): Promise<Product>
  close(): Promise<void>
}

/** Starts a build on a new database of the kind in TEST_DATABASE. */
export async function startSubject(
  env: Record<string, string> = {},
  build = thisBuild(),
  prepare: (database: FreshDatabase) => Promise<void> = async () => {}
): Promise<Subject> {
  const database = await freshDatabase()
  await prepare(database)
  const logins = await createLogins(database)
  const all = { ...logins.env, ...env }
  const start = async () => {
    const made = new Product(build, database, await freePort(), all)
    await made.start()
    return made
  }
  const server = await start()
  const others: Product[] = []
  const operator = await signIn(server, 'admin@localhost')
  const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
  const made = await call<{ id: string }>(server.url, 'POST', '/api/tenants', {
    as: operator,
    body: tenant,
  })
  await raiseLimits(database, { maxAgents: 100_000 })
  const admin = await signIn(server, tenant.adminEmail, tenant.subdomain)
  const minted = await call<{ token: string }>(server.url, 'POST', '/api/api-tokens', {
    as: admin,
    body: { name: 'bench' },
  })
  return {
    server,
    database,
    tenantId: made.body.id,
    admin,
    env: all,
    token: { headers: { authorization: `Bearer ${minted.body.token}` } },
    async another() {
      const made = await start()
      others.push(made)
      return made
    },
    async close() {
      for (const one of [...others, server]) await one.stop()
      await database.remove()
      // A role cannot be dropped before its objects.
      await dropLeftDatabases()
      await logins.remove()
    },
  }
}
