// onOneDatabase: no database takes part
import { text } from 'node:stream/consumers'
import type { TestContext } from '@japa/runner/core'
import { test } from '@japa/runner'
import { newContext, runInContext } from '@crossdock/kernel/tenancy'
import {
  type Egress,
  EgressRefused,
  parseRange,
  type AllowedRange,
  type EgressRefusal,
} from '../index.js'
import { httpServer } from './servers.js'
import { egressFor, failure } from './support.js'

interface Target {
  host: string
  port: number
  systemId?: string
}

/** The ways out of the process. Each sends a request and returns the answer. */
const doors: Record<string, (egress: Egress, target: Target) => Promise<string>> = {
  async request(egress, { host, port, systemId }) {
    const url = `http://${host}:${port}/`
    return (await egress.request({ method: 'GET', url, systemId })).body.toString()
  },
  async stream(egress, { host, port, systemId }) {
    const url = `http://${host}:${port}/`
    return text((await egress.stream({ method: 'GET', url, systemId, maxBytes: 1000 })).body)
  },
  async connect(egress, { host, port, systemId }) {
    const socket = await egress.connect({ host, port, systemId })
    socket.end('GET / HTTP/1.0\r\n\r\n')
    return (await text(socket)).split('\r\n\r\n')[1]!
  },
}

const refusedWords =
  /^\S+ is not reachable from here: it is in a private range the operator has not opened\.$/

const inside = (t: TestContext) => httpServer(t, (_, response) => response.end('inside'))

for (const [door, ask] of Object.entries(doors)) {
  test.group(`Egress guard, ${door}`, () => {
    // Red when a literal address is not checked (checkLiteral()).
    test('refuses {$self} without connecting')
      .with([
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0177.0.0.1',
        '127.0.0.1.',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        'localhost',
        '0.0.0.0',
      ])
      .run(async (t, host) => {
        const server = await inside(t)
        const reported: EgressRefusal[] = []
        const egress = egressFor(t, { onRefusal: (refusal) => reported.push(refusal) })
        const error = await failure(ask(egress, { host, port: server.port }))
        t.assert.deepInclude(reported[0], { port: server.port, tenantId: null })
        t.assert.instanceOf(error, EgressRefused)
        t.assert.equal(error.code, 'E_EGRESS_REFUSED')
        t.assert.match(error.message, refusedWords)
        t.assert.equal(server.connections, 0)
      })

    // Red when only the first address of a name is checked.
    test('refuses a name with one forbidden address among its answers', async (t) => {
      const server = await inside(t)
      const reported: EgressRefusal[] = []
      const egress = egressFor(t, {
        allow: ['127.0.0.1/32'],
        resolve: async () => ['127.0.0.1', '10.0.0.5'],
        onRefusal: (refusal) => reported.push(refusal),
      })
      const { port } = server
      const error = await failure(ask(egress, { host: 'partner.example', port }))
      // Red when the message contains the address: it would reveal internal names.
      t.assert.match(error.message, refusedWords)
      t.assert.notMatch(JSON.stringify({ ...error }) + error.message, /10\.0|loopback|link-local/)
      const where = { host: 'partner.example', address: '10.0.0.5', port }
      t.assert.deepEqual(reported, [{ tenantId: null, ...where, reason: 'a private address' }])
      t.assert.equal(server.connections, 0)
    })

    // Red when the name is resolved again for the connection, or by another resolver.
    test('connects to the checked address, even if the name changes later', async (t) => {
      const server = await inside(t)
      const { port } = server
      const asked: string[] = []
      const egress = egressFor(t, {
        allow: [`127.0.0.1/32:${port}`],
        resolve: async (hostname) => {
          asked.push(hostname)
          return asked.length === 1 ? ['127.0.0.1'] : ['169.254.169.254']
        },
      })
      t.assert.equal(await ask(egress, { host: 'rebinding.example', port }), 'inside')
      t.assert.deepEqual(asked, ['rebinding.example'])

      const second = egressFor(t, { resolve: async () => ['169.254.169.254'] })
      const error = await failure(ask(second, { host: 'rebinding.example', port }))
      t.assert.match(error.message, refusedWords)
    })

    // Red when the port of an allowed range is not checked.
    test('reaches an allowed port and no other on the same address', async (t) => {
      const [open, closed] = [await inside(t), await inside(t)]
      const egress = egressFor(t, { allow: [`127.0.0.1/32:${open.port}`] })
      t.assert.equal(await ask(egress, { host: '127.0.0.1', port: open.port }), 'inside')
      await failure(ask(egress, { host: '127.0.0.1', port: closed.port }))
      await failure(ask(egress, { host: 'localhost', port: closed.port }))
      t.assert.equal(closed.connections, 0)
    })

    // Red when all tenants share one pool of connections, or openTo() leaves out the system.
    test('a range of one tenant or system is closed to others, also on kept connections', async (t) => {
      const { port } = await inside(t)
      const range = parseRange(`127.0.0.1/32:${port}`)!
      const open = new Map<string, AllowedRange[]>([
        ['a', [range]],
        ['b/erp', [range]],
      ])
      const reported: EgressRefusal[] = []
      const egress = egressFor(t, {
        granted: async (tenant, system) => [
          ...(open.get(tenant) ?? []),
          ...(open.get(`${tenant}/${system}`) ?? []),
        ],
        resolve: async () => ['127.0.0.1'],
        onRefusal: (refusal) => reported.push(refusal),
      })
      const askAs = (tenantId: string | null, systemId?: string) =>
        runInContext(newContext({ tenantId }), () =>
          ask(egress, { host: 'localhost', port, systemId })
        )
      t.assert.equal(await askAs('a'), 'inside')
      t.assert.equal(await askAs('b', 'erp'), 'inside')
      const others: [string | null, string?][] = [['b'], ['b', 'crm'], ['c'], ['c', 'erp'], [null]]
      for (const [tenant, system] of others) {
        t.assert.instanceOf(await failure(askAs(tenant, system)), EgressRefused)
      }
      t.assert.includeMembers(
        reported.map(({ tenantId }) => tenantId),
        ['b', 'c', null]
      )
      open.clear()
      t.assert.instanceOf(await failure(askAs('a')), EgressRefused)
    })
  })
}
