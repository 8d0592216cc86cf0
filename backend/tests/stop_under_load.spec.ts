// onBothDatabases: a request takes longer on PostgreSQL, so that more of them are in flight
// clock: a real server process is stopped while connections send requests without a pause
import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { signIn, until, type Caller, type ServerProcess } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
const connections = 30

/**
 * Sends requests one after the other on one connection, until an answer closes it.
 * @returns the number of answers
 */
async function askOn(server: ServerProcess, as: Caller, onAnswer: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let answered = 0; ; onAnswer()) {
      const asking = request(`${server.url}/api/assets`, { agent, headers: as.headers })
      asking.end()
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      answered += 1
      if (answer.statusCode !== 200) throw new Error(`The server answered ${answer.statusCode}.`)
      if (answer.headers.connection === 'close') return answered
    }
  } finally {
    agent.destroy()
  }
}

test.group('A stop under load', (group) => {
  const { server } = ownServers(group)

  // Red when answers keep their connection: the stop then waits for its whole grace, and cuts the requests in flight.
  test('closes each connection after an answer, and cuts no request', async ({ assert }) => {
    const one = await server()
    await one.start()
    const operator = await signIn(one, 'admin@localhost')
    await call(one.url, 'POST', '/api/tenants', { as: operator, body: tenant })
    const as = await signIn(one, tenant.adminEmail, tenant.subdomain)
    let answers = 0
    const asked = Array.from({ length: connections }, () => askOn(one, as, () => answers++))
    const all = Promise.all(asked)
    all.catch(() => undefined)
    await until('all connections to be busy', () => answers > 2 * connections)
    assert.equal(await one.stop(), 0)
    assert.lengthOf(await all, connections)
    assert.notInclude(one.output.join(''), 'did not stop in time')
  }).tags(['long'])
})
