import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  signIn,
  until,
  type Caller,
} from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { signInAs } from '../../../cli/tests/server.js'
import { Shell } from '../../../cli/tests/shell.js'
import { addEndpoint, connect } from '../../../plugins/integrations/tests/fixtures.js'
import { installed } from '../../plugins.js'
import { loadAddedPlugins } from '../load.js'
import { addedWeather, run } from './added_weather.js'

/** The example of docs/plugins.md, packed by its author and added by an operator. */
test.group('The plugin of the documentation', (group) => {
  let added: Awaited<ReturnType<typeof addedWeather>>
  group.setup(async () => {
    added = await addedWeather()
    return added.remove
  })

  test('its table, operation, step and commands work on a running installation', async ({
    assert,
  }) => {
    const plugins = await loadAddedPlugins(added.folder)
    const app = await bootApp({ plugins, settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    const acme = await app.tenant('acme')
    const other = await app.tenant('other')
    await app.ok('POST', '/api/weather/places', { as: acme.editor, body: { name: 'Quay 4' } })
    const again = { as: acme.editor, body: { name: 'Quay 4' } }
    assert.equal((await app.call('POST', '/api/weather/places', again)).status, 422)
    const places = (as: Caller) => app.ok<{ name: string }[]>('GET', '/api/weather/places', { as })
    assert.lengthOf(await places(other.viewer), 0)

    const workflow = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: {
        name: 'Follow',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [{ type: 'follow_place', config: { place: 'Rotterdam' } }],
      },
    })
    await app.ok('POST', '/api/flow-executions/trigger', {
      as: acme.admin,
      body: { flowId: workflow.id },
    })
    await until('the step to have followed the place', async () =>
      (await places(acme.viewer)).some(({ name }) => name === 'Rotterdam')
    )

    const asked: Record<string, unknown>[] = []
    const station = createServer(({ url, headers }, response) => {
      asked.push({ url, key: headers['x-station-key'], owner: headers['x-station-owner'] })
      response.end('sunny')
    })
    await new Promise<void>((listening) => station.listen(0, '127.0.0.1', listening))
    const { port } = station.address() as AddressInfo
    const system = await connect(app, acme.admin, {
      name: 'Roof',
      systemType: 'weather_station',
      config: { station: `127.0.0.1:${port}` },
      authType: 'station_key',
      authConfig: { owner: 'Ada', key: 'k3y' },
    })
    assert.notInclude(JSON.stringify(system), 'k3y')
    const endpoint = await addEndpoint(app, acme.admin, system.id, { path: '/now', method: 'GET' })
    const tried = await app.ok<{ success: boolean }>(
      'POST',
      `/api/integrations/endpoints/${endpoint.id}/test`,
      { as: acme.admin }
    )
    assert.isTrue(tried.success)
    assert.deepEqual(asked, [{ url: '/now?unit=celsius', key: 'k3y', owner: 'Ada' }])
    station.close()

    const inBranch = { type: 'follow_place', config: { place: 'Bremen' } }
    await app.ok('POST', '/api/integrations/workflows', {
      as: other.admin,
      body: {
        name: 'Later',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [
          {
            type: 'condition',
            config: { value: 'file.name', operator: 'exists' },
            branches: { yes: [inBranch] },
          },
        ],
      },
    })
    // Red when usesOf() checks only top-level steps or rows of one tenant, or does not keep the package.
    const used = await run(process.execPath, ['ace', 'plugin:remove', 'crossdock-weather'], {
      env: {
        ...process.env,
        CROSSDOCK_PLUGINS_DIR: added.folder,
        DATA_DIR: app.database.dataDir,
        ...(app.database.databaseUrl ? { DATABASE_URL: app.database.databaseUrl } : {}),
      },
    }).catch((error) => error)
    assert.equal(
      used.stderr,
      `crossdock-weather is used:
  workflows with its steps (follow_place): 2
  systems with its connectors (weather_station): 1
  systems with its ways of authentication (station_key): 1
  rows in its table weather_places: 2
This data stays, and works again when the package is added again. Repeat with --yes to remove it.
`
    )
    assert.lengthOf(await loadAddedPlugins(added.folder), 1)

    const shell = await Shell.open()
    shell.env.CROSSDOCK_PLUGINS_DIR = added.folder
    await signInAs(shell, app, acme)
    const followed = await shell.run(['weather', 'follow', 'Hoek van Holland'])
    assert.equal(followed.stdout, 'Following Hoek van Holland.\n', followed.stderr)
    const listed = await shell.json<{ name: string }[]>(['weather', 'places'])
    assert.sameMembers(
      listed.map(({ name }) => name),
      ['Quay 4', 'Rotterdam', 'Hoek van Holland']
    )
    const { stdout } = await shell.run(['plugins', 'list'])
    assert.match(stdout, /weather\t0\.1\.0\t.*crossdock-weather\tno/)
    await shell.close()
    await app.stop()
  })

  test('a built server serves it', async ({ assert }) => {
    const database = await migratedDatabase(installed)
    const email = 'operator@crossdock.example'
    const server = new ServerProcess(database, await freePort(), {
      CROSSDOCK_PLUGINS_DIR: added.folder,
      ADMIN_EMAIL: email,
    })
    await server.start()
    const as = await signIn(server, email)
    const body = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
    const { id } = (await call<{ id: string }>(server.url, 'POST', '/api/tenants', { as, body }))
      .body
    const there = { ...as, headers: { ...as.headers, 'x-tenant': id } }
    const place = { as: there, body: { name: 'Quay 4' } }
    const followed = await call(server.url, 'POST', '/api/weather/places', place)
    assert.equal(followed.status, 201)
    const plugins = await call<{ name: string }[]>(server.url, 'GET', '/api/plugins', { as })
    const weather = plugins.body.find(({ name }) => name === 'weather')
    assert.containSubset(weather, {
      package: 'crossdock-weather',
      version: '0.1.0',
      operator: false,
    })
    assert.equal(await server.stop(), 0)
    await database.remove()
  })

  test('docs/plugins.md shows its files as they are', async ({ assert }) => {
    const docs = await readFile('docs/plugins.md', 'utf8')
    const shown = [...docs.matchAll(/```tsx?\n\/\/ (crossdock-weather\/\S+)\n([^]*?)```/g)]
    assert.isAtLeast(shown.length, 5)
    for (const [, path, text] of shown) {
      assert.equal(text, await readFile(join('examples', path!), 'utf8'), path)
    }
    assert.isBelow(Buffer.byteLength(docs), 10_240)
    const written = [...docs.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => JSON.parse(text!))
    const text = await readFile('examples/crossdock-weather/package.json', 'utf8')
    assert.deepInclude(written, JSON.parse(text))
  })
})
