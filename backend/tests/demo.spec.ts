import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { signInLinks } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { bootApp, freePort, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { asOperator } from '@crossdock/kernel/tenancy'
import { ask } from '@crossdock/kernel/database'
import { call, sessionOf } from '@crossdock/kernel/testing'
import { runDemo } from '../demo/index.js'
import { startPartner, type Partner } from '../demo/partner.js'
import { partnerOf } from '../demo/partner_port.js'

const organization = 'lumen-harbor'
const dispatch = `dispatch@${organization}.example`
const gate = `gate@${organization}.example`

test.group('The demo', (group) => {
  let app: TestApp
  let partner: Partner
  let as: Caller

  const start = (one = partner) => app.inside(() => runDemo(app.url, one))
  /** The traces that a start leaves. */
  const recorded = () =>
    app.inside(() =>
      asOperator('look what happened', () =>
        ask(
          `select id, event_type from middleware_events where event_type like 'user_%' or event_type like '%system%'`,
          []
        )
      )
    )
  const list = <T>(path: string) => app.ok<(T & { id: string })[]>('GET', path, { as })
  const broker = async () => (await list<{ baseUrl: string }>('/api/integrations/systems'))[0]!

  group.setup(async () => {
    partner = await startPartner(0)
    app = await bootApp()
    await start()
    const link = await app.inside(async () => {
      const { account } = await accounts.use().resolve(dispatch, organization)
      return signInLinks.use().create(account!.id)
    })
    const body = { token: new URL(link).searchParams.get('token'), confirm: true }
    as = sessionOf(await call(app.url, 'POST', '/api/auth/verify-link', { body }))
    return async () => {
      await app.stop()
      await partner.close()
    }
  })

  // Red when EGRESS_ALLOW opens the partner's port to all organizations.
  test('opens its loopback port once, only to its own organization', async ({ assert }) => {
    const operator = await app.superAdmin()
    const path = '/api/admin/egress-allowances'
    const allowances = () => app.ok<{ id: string }[]>('GET', path, { as: operator })
    const made = await allowances()
    const { tenant } = await app.ok<{ tenant: { id: string } }>('GET', '/api/auth/me', { as })
    assert.lengthOf(made, 1)
    assert.containsSubset(made[0], {
      tenantId: tenant.id,
      network: '127.0.0.1/32',
      port: partner.port,
    })
    const logs = await until('the runs of the demo', async () => {
      const found = await list<{ status: string }>('/api/integrations/logs')
      return found.length > 0 && found
    })
    assert.equal(logs[0]!.status, 'success')

    const others = await app.tenant('others')
    const body = {
      name: 'Broker',
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      baseUrl: `http://127.0.0.1:${partner.port}`,
    }
    const as2 = others.admin
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as: as2,
      body,
    })
    const endpoint = {
      name: 'Ask',
      path: '/',
      method: 'GET',
      endpointType: 'outbound',
      triggers: [],
    }
    const asked = await app.ok<{ id: string }>(
      ...(['POST', `/api/integrations/systems/${id}/endpoints`] as const),
      { as: as2, body: endpoint }
    )
    const tried = await app.ok<{ success: boolean; message: string }>(
      ...(['POST', `/api/integrations/endpoints/${asked.id}/test`] as const),
      { as: as2 }
    )
    assert.isFalse(tried.success)
    assert.match(tried.message, /private|not open|loopback/i)

    // A later start does not reopen a port that the operator closed.
    await app.ok('DELETE', `${path}/${made[0]!.id}`, { as: operator })
    await start()
    assert.lengthOf(await allowances(), 0)
  })

  // Red when a later start signs in as a person of the demo, or changes the address of its system.
  test('is created once: later changes stay, and no one is signed in', async ({ assert }) => {
    const { id } = await broker()
    const body = { baseUrl: 'https://broker.example', authConfig: { accessToken: 'theirs' } }
    await app.ok('PUT', `/api/integrations/systems/${id}`, { as, body })
    const before = await recorded()
    const moved = await startPartner(0)
    try {
      await start(moved)
    } finally {
      await moved.close()
    }
    assert.equal((await broker()).baseUrl, 'https://broker.example')
    assert.deepEqual(await recorded(), before)
  })

  // Red when hasAny() is not called: a backup contains no demo.json, and removed people are invited again.
  test('changes nothing in a restored installation', async ({ assert }) => {
    const people = await list<{ email: string }>('/api/users')
    const { id } = people.find(({ email }) => email === gate)!
    await app.ok('DELETE', `/api/users/${id}`, { as })
    await rm(join(app.database.dataDir, 'demo.json'))
    const before = await recorded()
    await start()
    assert.deepEqual(await recorded(), before)
    const emails = (await list<{ email: string }>('/api/users')).map(({ email }) => email)
    assert.notInclude(emails, gate)
  })
})

test.group('The customs broker of the demo', (group) => {
  let app: TestApp
  const opened: (Partner | Server)[] = []

  group.each.setup(async () => {
    app = await bootApp()
    return async () => {
      await app.stop()
      for (const one of opened.splice(0)) await one.close()
    }
  })

  const listen = async (PORT: number): Promise<Partner | null> => {
    const partner = await partnerOf({ PORT, DATA_DIR: app.database.dataDir } as never)
    if (partner) opened.push(partner)
    return partner
  }
  /** Another server may already hold the port. */
  const hold = (port: number) =>
    new Promise<void>((held) => {
      const server = createServer().once('error', () => held())
      server.listen(port, '127.0.0.1', held)
      opened.push(server)
    })

  // Red when partnerOf() reads no marker: the system of the demo would call an address without a listener.
  test("listens on the demo's original port, whatever port the server has", async ({ assert }) => {
    const port = await freePort()
    await hold(port + 1)
    const first = (await listen(port))!
    await app.inside(() => runDemo(app.url, first))
    await first.close()
    const again = (await listen(await freePort()))!
    assert.equal(again.port, first.port)
    assert.isNull(await listen(await freePort()))
    await again.close()
    assert.isNull(await listen(first.port))
  })
})
