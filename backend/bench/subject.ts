import { freshDatabase, call, type Caller, type FreshDatabase } from '@crossdock/kernel/testing'
import { freePort, ServerProcess, signIn } from '../testing/index.js'

/** The built product with one tenant, as the thing measured. */
export interface Subject {
  server: ServerProcess
  database: FreshDatabase
  tenantId: string
  admin: Caller
  token: Caller
  close(): Promise<void>
}

/** Starts the build on a fresh database of the kind TEST_DATABASE names. */
export async function startSubject(env: Record<string, string> = {}): Promise<Subject> {
  const database = await freshDatabase()
  const server = new ServerProcess(database, await freePort(), env)
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
    },
  }
}
