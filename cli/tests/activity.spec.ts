// onOneDatabase: the command line uses the server only over HTTP
import { readFile, readdir } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { ActivityEntry } from '@crossdock/client'
import { until } from '@crossdock/backend/testing'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { ScriptedServer } from './scripted_server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

test.group('CLI activity', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    for (const [as, name] of [
      [acme.admin, 'Arrivals, 2027'],
      [acme.admin, 'Last'],
    ] as const) {
      await app.ok('POST', '/api/assets', { as, body: { name, type: 'folder' } })
    }
    await until('the feed to contain the folder', async () => {
      const rows = await app.ok<ActivityEntry[]>('GET', '/api/activity', { as: acme.admin })
      return rows.some(({ action }) => action === 'Created folder Last')
    })
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const listed = (...more: string[]) => shell.json<ActivityEntry[]>(['activity', 'list', ...more])

  test('lists the activity: JSON of the API, tabs in a pipe, a table at a terminal', async ({
    assert,
  }) => {
    const folders = await listed('--type', 'folder_create')
    assert.deepEqual(
      folders.map(({ action }) => action),
      ['Created folder Last', 'Created folder Arrivals, 2027']
    )
    const [last] = folders
    const piped = await shell.run(['activity', 'list', '--target', last!.entityId!])
    const cells = [last!.createdAt, 'admin@acme.example', 'Created folder Last']
    assert.equal(
      piped.stdout,
      `${[...cells, 'folder_create', 'asset', last!.entityId, last!.id].join('\t')}\n`
    )
    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['activity', 'list', '--limit', '1']), 0)
    assert.match(terminal.text, /^WHEN +WHO +WHAT/)
    assert.match(terminal.text, /1 of \d+ entries\. See more with --limit\./)
  })

  test('filters by person, resource, time and words', async ({ assert }) => {
    const all = await listed()
    const of = async (...more: string[]) => (await listed(...more)).map(({ id }) => id)
    const by = (fits: (entry: ActivityEntry) => boolean) => all.filter(fits).map(({ id }) => id)
    const { userId } = all.find(({ eventType }) => eventType === 'folder_create')!
    const own = by((entry) => entry.userId === userId)
    assert.isBelow(own.length, all.length)
    assert.deepEqual(await of('--user', 'ADMIN@acme.example'), own)
    assert.deepEqual(await of('--user', userId!), own)
    assert.deepEqual(
      await of('--target-type', 'asset'),
      by(({ entityType }) => entityType === 'asset')
    )
    assert.lengthOf(await of('--search', 'arrivals'), 1)
    assert.deepEqual(
      await of('--since', '1h'),
      by(() => true)
    )
    assert.deepEqual(await of('--until', '1h'), [])
    const unknown = await shell.run(['activity', 'list', '--user', 'unknown@acme.example'])
    assert.equal(unknown.code, 5)
    assert.include(unknown.stderr, 'There is no person "unknown@acme.example"')
    const when = await shell.run(['activity', 'list', '--since', 'yesterday'])
    assert.equal(when.code, 2)
    assert.include(when.stderr, '--since "yesterday" is not a time.')
  })

  test('exports to standard output or to a new file', async ({ assert }) => {
    const args = ['activity', 'export', '--type', 'folder_create']
    const printed = await shell.run(args)
    assert.equal(printed.code, 0, printed.stderr)
    const [head, ...lines] = printed.stdout.replace('\ufeff', '').trimEnd().split('\r\n')
    assert.equal(head, 'createdAt,userName,action,eventType,entityType,entityId,userId,id')
    assert.lengthOf(lines, 2)
    assert.include(lines[1], ',"Created folder Arrivals, 2027",folder_create,asset,')
    assert.equal(printed.stderr, '')

    const saved = await shell.run([...args, '--output', 'feed.csv'])
    assert.equal(saved.stdout, 'Saved the activity to feed.csv.\n')
    assert.equal(await readFile(shell.path('feed.csv'), 'utf8'), printed.stdout)
    const again = await shell.run([...args, '--output', 'feed.csv'])
    assert.equal(again.code, 6)
    assert.include(again.stderr, '"feed.csv" already exists.')
    assert.equal((await shell.run([...args, '--output', 'feed.csv', '--force'])).code, 0)
    const unwritable = await shell.run([...args, '--output', 'none/feed.csv'])
    assert.equal(unwritable.code, 1)
    assert.include(unwritable.stderr, '"none/feed.csv" cannot be written')
    const json = await shell.run([...args, '--json'])
    assert.equal(json.code, 2)
    assert.include(json.stderr, 'activity list --json')
  })

  test('refuses a caller without permission: 3', async ({ assert }) => {
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'files', scopes: ['assets.read'] },
    })
    const env = { CROSSDOCK_TOKEN: token }
    assert.equal((await shell.run(['activity', 'list'], { env })).code, 3)
    const refused = await shell.run(['activity', 'export', '--output', 'no.csv'], { env })
    assert.equal(refused.code, 3)
    assert.deepEqual(
      (await readdir(shell.folder)).filter((name) => name.includes('csv')),
      []
    )
  })

  const head = 'createdAt,userName,action\r\n'
  const cutOff = ',,"It ends here, and ""more"" is there.",,,,,\r\n'

  async function against(
    answer: Parameters<typeof ScriptedServer.start>[0],
    run: (env: Record<string, string>) => Promise<void>
  ) {
    const server = await ScriptedServer.start(answer)
    try {
      await run({ CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' })
    } finally {
      await server.stop()
    }
  }

  // Red when the note about the last line is left out.
  test('prints a note when the export reached its limit', async ({ assert }) => {
    await against(
      (_request, response) => response.end(head + cutOff),
      async (env) => {
        const { stdout, stderr } = await shell.run(['activity', 'export'], { env })
        assert.equal(stdout, head + cutOff)
        assert.equal(stderr, 'It ends here, and "more" is there.\n')
      }
    )
  })

  // Red when only the last chunk is checked: one of these sentences spans two chunks (64 KiB).
  test('prints the note when it arrives in chunks', async ({ assert }) => {
    const sentence = 'It ends here. '.repeat(260).trim()
    for (let length = 65_536; length < 2 * 65_536; length += 3_500) {
      const row = `2027,Ada,${'x'.repeat(length)}\r\n`
      await against(
        (_request, response) => response.end(`${head}${row},,"${sentence}",,,,,\r\n`),
        async (env) => {
          const { stderr } = await shell.run(['activity', 'export'], { env })
          assert.equal(stderr, `${sentence}\n`)
        }
      )
    }
  })

  // Red when empty fields in the middle of a line match, too.
  test('prints no note for other lines', async ({ assert }) => {
    await against(
      (_request, response) => response.end(`${head}2027,,Deleted folder x\r\n`),
      async (env) => {
        assert.equal((await shell.run(['activity', 'export'], { env })).stderr, '')
      }
    )
  })

  // Red when each chunk is decoded separately: 64 KiB is not a multiple of three bytes.
  test('a terminal shows letters split over two chunks', async ({ assert }) => {
    await against(
      (_request, response) => response.end(`${head}2027,${'東'.repeat(100_000)},Arrivals\r\n`),
      async (env) => {
        const terminal = new Terminal({ ...shell.env, ...env })
        assert.equal(await terminal.run(['activity', 'export', '--no-color']), 0)
        assert.include(terminal.raw, ',Arrivals')
        assert.notInclude(terminal.raw, '\ufffd')
      }
    )
  })

  // Red when the export is written under its final name from the start.
  test('an interrupted export leaves no file', async ({ assert }) => {
    await against(
      (_request, response) => {
        response.write(head)
        response.write('', () => response.destroy())
      },
      async (env) => {
        const broken = await shell.run(['activity', 'export', '--output', 'half.csv'], { env })
        assert.equal(broken.code, 7)
        assert.notInclude((await readdir(shell.folder)).join(), 'half.csv')
      }
    )
  })

  // Red when a terminal gets the bytes unescaped.
  test('escapes control characters for a terminal', async ({ assert }) => {
    await against(
      (_request, response) => response.end(`${head}2027,Ada,\u001b[31mred\u009b2J\r\n`),
      async (env) => {
        const terminal = new Terminal({ ...shell.env, ...env })
        assert.equal(await terminal.run(['activity', 'export', '--no-color']), 0)
        assert.notInclude(terminal.raw, '\u001b')
        assert.notInclude(terminal.raw, '\u009b')
        assert.include(terminal.raw, 'Ada')
      }
    )
  })
})
