import { call, type Caller } from '@crossdock/kernel/testing'
import { raiseLimits, signIn } from '../../testing/index.js'
import type { Product } from '../product.js'

/** An administrator of a second organization. */
export async function otherTenant(server: Product): Promise<Caller> {
  const operator = await signIn(server, 'admin@localhost')
  const body = { name: 'Birch', subdomain: 'birch', adminEmail: 'admin@birch.example' }
  const made = await call(server.url, 'POST', '/api/tenants', { as: operator, body })
  if (made.status !== 201) throw new Error(`The second tenant was answered ${made.status}.`)
  await raiseLimits(server.database)
  return signIn(server, body.adminEmail, body.subdomain)
}
