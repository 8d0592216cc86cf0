import { test } from '@japa/runner'
import { signIn, until, type ServerProcess } from '@crossdock/backend/testing'
import { call, type Caller } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

interface Usage {
  environments: { meters: { name: string; used: number }[] }[]
  days: { apiCalls: number; filesUploaded: number; storageUsed: number }[]
}

test.group('Usage counts when a server ends', (group) => {
  const { server: start } = ownServers(group)

  async function used() {
    const server = await start()
    await server.start()
    const { admin, token } = await people(server)
    const calls = async (count: number) => {
      for (let at = 0; at < count; at++) {
        const { status } = await call(server.url, 'GET', '/api/assets', { as: token })
        if (status !== 200) throw new Error(`A call was answered ${status}.`)
      }
    }
    const read = async () => {
      const { body } = await call<Usage>(server.url, 'GET', '/api/tenant/usage', { as: admin })
      const used = (name: string) =>
        body.environments[0]!.meters.find((meter) => meter.name === name)!.used
      return { ...body.days[0]!, month: used('apiCallsPerMonth') }
    }
    return { server, admin, calls, read }
  }

  test('are complete after SIGTERM', async ({ assert }) => {
    const { server, calls, read } = await used()
    await calls(40)
    assert.equal(await server.stop(), 0)
    await server.start()
    const after = await read()
    assert.deepEqual([after.apiCalls, after.month], [40, 40])
  })

  test('lack at most a second after SIGKILL', async ({ assert }) => {
    const { server, admin, calls, read } = await used()
    const form = new FormData()
    form.set('file', new Blob(['some words']), 'words.txt')
    await call(server.url, 'POST', '/api/assets', { as: admin, body: form })
    await calls(20)
    await until('the calls to be written', async () => (await read()).apiCalls === 20)
    await calls(5)
    await server.kill()
    await server.start()
    const { apiCalls, storageUsed, month } = await read()
    assert.isAtLeast(apiCalls, 20)
    assert.isAtMost(apiCalls, 25)
    assert.equal(storageUsed, 10)
    // The unused rest of a lease is lost with its process, so the limit refuses early. Every used call
    // counts.
    assert.isAtLeast(month, 25)
  })
})

async function people(server: ServerProcess): Promise<{ admin: Caller; token: Caller }> {
  const operator = await signIn(server, 'admin@localhost')
  const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
  await call(server.url, 'POST', '/api/tenants', { as: operator, body })
  const admin = await signIn(server, body.adminEmail, body.subdomain)
  const made = await call<{ token: string }>(server.url, 'POST', '/api/api-tokens', {
    as: admin,
    body: { name: 'test' },
  })
  return { admin, token: { headers: { authorization: `Bearer ${made.body.token}` } } }
}
