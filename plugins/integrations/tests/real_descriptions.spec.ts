import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { ShownEndpoint } from './fixtures.js'
import { Partner } from './partner.js'
import { standIn } from './stand_in.js'

/** A folder with descriptions of real services, which cannot be part of this repository. */
const folder = process.env.CROSSDOCK_CORPORA

interface Planned {
  key: string
  method: string
  path: string
  canImport: boolean
}

/** Each document with the path of its server and the called operation. */
const documents: [file: string, base: string, called: string, least: number][] = [
  ['box.json', '/2.0', 'get_files_id', 280],
  ['docker.yaml', '/v1.56', 'ContainerInspect', 100],
  ['star-trek.json', '/api/v1/rest', 'POST /animal/search', 120],
  ['twilio.json', '', 'CreateMessage', 190],
]

test.group('Descriptions of real services', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  for (const [file, base, called, least] of documents) {
    test(`${file} is imported unchanged, and one of its endpoints is called`, async ({
      assert,
    }) => {
      const as = acme.admin
      const document = await readFile(join(folder!, 'openapi', file), 'utf8')
      const { result } = await app.ok<{ result: { systemId: string; created: number } }>(
        'POST',
        '/api/integrations/imports',
        { as, body: { document, name: file, baseUrl: partner.url + base } }
      )
      assert.isAtLeast(result.created, least)
      const { plan } = await app.ok<{ plan: { operations: Planned[] } }>(
        'POST',
        '/api/integrations/imports',
        { as, body: { document, dryRun: true } }
      )
      const { path, method } = plan.operations.find(({ key }) => key === called)!
      const search = new URLSearchParams({ search: path, limit: '100' })
      const found = await app.ok<ShownEndpoint[]>(
        'GET',
        `/api/integrations/systems/${result.systemId}/endpoints?${search}`,
        { as }
      )
      const { id } = found.find((one) => one.path === path && one.method === method)!
      standIn(partner, document, base)
      const params = Object.fromEntries(
        [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => [name!, 'x1'])
      )
      // A person connects this service in a browser. The given token makes the endpoint callable.
      if (file === 'box.json') {
        await app.ok('PUT', `/api/integrations/systems/${result.systemId}`, {
          as,
          body: { authType: 'bearer', authConfig: { accessToken: 'given' } },
        })
      }
      const tried = await app.ok<{ success: boolean; message: string }>(
        'POST',
        `/api/integrations/endpoints/${id}/test`,
        { as, body: { params } }
      )
      assert.isTrue(tried.success, tried.message)
    })
      .tags(['long'])
      .skip(!folder, 'CROSSDOCK_CORPORA names no folder')
  }
})
