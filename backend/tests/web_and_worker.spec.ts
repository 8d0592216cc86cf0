// onBothDatabases: SQLite has one process
import { test } from '@japa/runner'
import { signIn, until, type ServerProcess } from '@crossdock/backend/testing'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }

if (testDatabase === 'pg') {
  test.group('Two processes of one installation', (group) => {
    const { server } = ownServers(group)

    let web: ServerProcess

    group.each.setup(async () => {
      web = await server({ ROLE: 'web' })
      const worker = await server({ ROLE: 'worker' })
      await web.start()
      await worker.start()
    })

    test('one process serves, another works', async ({ assert }) => {
      const operator = await signIn(web, 'admin@localhost')
      await call(web.url, 'POST', '/api/tenants', { as: operator, body: tenant })
      const as = await signIn(web, tenant.adminEmail, tenant.subdomain)
      await call(web.url, 'POST', '/api/integrations/workflows', {
        as,
        body: {
          name: 'Mark arrivals',
          triggerType: 'file_event',
          triggerConfig: { eventTypes: ['file_upload'] },
          steps: [
            { id: 'mark', type: 'metadata_update', config: { metadata: { seen: 1 } }, order: 1 },
          ],
        },
      })
      const form = new FormData()
      form.set('file', new Blob(['content']), 'arrival.txt')
      const uploaded = await call<{ id: string }>(web.url, 'POST', '/api/assets', {
        as,
        body: form,
      })
      const marked = await until('the worker to run the flow', async () => {
        const asset = await call<{ metadata: { seen?: number } }>(
          web.url,
          'GET',
          `/api/assets/${uploaded.body.id}`,
          { as }
        )
        return asset.body.metadata.seen
      })
      assert.equal(marked, 1)
    })
  })
}
