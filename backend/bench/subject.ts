import { call, freshDatabase, type Caller, type FreshDatabase } from '@crossdock/kernel/testing'
import { freePort, signIn } from '../testing/index.js'
import { present } from './builds.js'
import { ownLogins } from './own_logins.js'
import { Product } from './product.js'

/** The built product with one tenant, as the thing measured. */
export interface Subject {
  server: Product
  database: FreshDatabase
  tenantId: string
  admin: Caller
  token: Caller
  close(): Promise<void>
}

/** Starts a build on a fresh database of the kind TEST_DATABASE names. */
export async function startSubject(
  env: Record<string, string> = {},
  build = present(),
  prepare: (database: FreshDatabase) => Promise<void> = async () => {}
): Promise<Subject> {
  const database = await freshDatabase()
  await prepare(database)
  const logins = await ownLogins(database)
  const server = new Product(build, database, await freePort(), { ...logins.env, ...env })
  await server.start()
  const operator = await signIn(server, 'admin@localhost')
  const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
  const made = await call<{ id: string }>(server.url, 'POST', '/api/tenants', {
    as: operator,
    body: tenant,
  })
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
    token: { headers: { authorization: `Bearer ${minted.body.token}` } },
    async close() {
      await server.stop()
      await database.remove()
      await logins.remove()
    },
  }
}
