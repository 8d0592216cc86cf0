// onOneDatabase: the command line uses the server only over HTTP
import { text } from '@crossdock/kernel/ground'
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import type { LiveEvent, ParkedEvent } from '@crossdock/client'
import { transaction } from '@crossdock/kernel/database'
import { defineEvent, recordEvent, type Consumer } from '@crossdock/kernel/events'
import { definePlugin } from '@crossdock/kernel/plugin'
import { inTenant } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/kernel/testing'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

const gateOpened = defineEvent('gate_opened', {
  description: 'A gate of the yard was opened',
  permission: null,
  activity: () => text('Opened a gate'),
  payload: vine.object({ gate: vine.number() }),
})

let jammed = true

const guard: Consumer = {
  name: 'yard.guard',
  from: 'now',
  scope: 'operator',
  on: [gateOpened],
  async handle() {
    if (jammed) throw new Error('the gate is jammed')
  },
}

const yard = definePlugin({
  name: 'yard',
  version: '0.1.0',
  compatibility: '^0.1',
  eventTypes: [gateOpened],
  consumers: async () => ({ default: [guard] }),
})

test.group('CLI events', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp({ plugins: [yard], settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const open = (gate: number) =>
    inTenant(acme.id, () => transaction(() => recordEvent(gateOpened, { payload: { gate } })))
  const parked = (count: number) =>
    until('the parked events', async () => {
      const rows = await shell.json<ParkedEvent[]>(['events', 'parked'])
      return rows.length === count && rows
    })

  test('lists, retries and gives up parked events', async ({ assert }) => {
    const none = await shell.run(['events', 'parked'])
    assert.equal(none.stderr, 'No parked events.\n')

    jammed = true
    await open(1)
    const [first] = await parked(1)
    const { stdout } = await shell.run(['events', 'parked', '--consumer', 'yard.guard'])
    assert.match(stdout, new RegExp(`^${first!.id}\\tyard\\.guard\\tgate_opened\\twaiting\\t`, 'm'))
    assert.include(stdout, 'the gate is jammed')

    jammed = false
    const retried = await shell.run(['events', 'retry', first!.id])
    assert.deepEqual(
      [retried.code, retried.stdout],
      [0, `Retrying the event ${first!.eventId} with yard.guard.\n`]
    )
    await parked(0)

    jammed = true
    await open(2)
    const [second] = await parked(1)
    const { code } = await shell.run(['events', 'give-up', second!.id])
    assert.equal(code, 0)
    await parked(0)
    assert.equal((await shell.run(['events', 'retry', second!.id])).code, 5)
  })

  test('lists the log, and exports it', async ({ assert }) => {
    jammed = false
    const id = await open(7)
    const { stdout } = await shell.run(['events', 'list', '--type', 'gate_opened', '--since', '1h'])
    assert.match(stdout, new RegExp(`^${id}\\t.*\\tgate_opened\\t`, 'm'))
    const shown = await shell.run(['events', 'show', id.slice(0, 34)])
    assert.include(shown.stdout, 'What happened\tOpened a gate')
    assert.include(shown.stdout, '"gate": 7')
    const saved = await shell.run(['events', 'export', '--search', 'gate_op'])
    assert.include(saved.stdout, id)
    const unknown = await shell.run(['events', 'list', '--type', 'gate_closed'])
    assert.equal(unknown.code, 5)
    assert.include(unknown.stderr, 'gate_opened')
  })

  test('retries several, and gives up with a reason', async ({ assert }) => {
    jammed = true
    await open(8)
    await open(9)
    const [one] = await parked(2)
    for (const wrong of [
      ['retry'],
      ['retry', one!.id, '--all'],
      ['retry', one!.id, '--consumer', 'x'],
    ])
      assert.equal((await shell.run(['events', ...wrong])).code, 2)
    const none = await shell.run(['events', 'retry', '--all', '--consumer', 'none'])
    assert.equal(none.stdout, 'Retrying 0 events.\n')
    const reason = ['--reason', 'The gate is gone']
    assert.equal((await shell.run(['events', 'give-up', one!.id, ...reason])).code, 0)
    const [dropped] = await shell.json<{ payload: object }[]>([
      'events',
      'list',
      '--type',
      'parked_event_dropped',
      '--limit',
      '1',
    ])
    assert.containSubset(dropped!.payload, { reason: 'The gate is gone' })
    jammed = false
    const all = await shell.run(['events', 'retry', '--all'])
    assert.equal(all.stdout, 'Retrying 1 event.\n')
    await parked(0)
  })

  test('prints new events of the given types', async ({ assert }) => {
    const tail = shell.json<LiveEvent>(['events', 'tail', '--type', 'gate_opened', '--count', '1'])
    // The command does not report when it is connected, and skips earlier events.
    let ended = false
    void tail.finally(() => (ended = true))
    await until('an event to be printed', async () => {
      await open(3)
      return ended
    })
    const event = await tail
    assert.equal(event.type, 'gate_opened')
    assert.equal(event.tenantId, acme.id)

    const behind = ['events', 'tail', '--after', event.id, '--count', '1']
    await open(4)
    const line = await shell.run([...behind, '--type', 'gate_opened'])
    assert.match(line.stdout, /^\S+Z {2}gate_opened {2}by \S+/)
    assert.equal((await shell.run(['events', 'tail', '--type', 'no_such_kind'])).code, 6)
    assert.equal((await shell.run(['events', 'tail', '--count', '0'])).code, 2)
  })

  // Red when ids are taken only from messages with an event, or not sent with the next connection.
  test('resumes when the connection breaks', async ({ assert }) => {
    const begun = Promise.withResolvers<void>()
    const away = Promise.withResolvers<void>()
    let connections = 0
    const proxy = await ScriptedServer.start(async (request, response) => {
      connections += 1
      const first = connections === 1
      if (!first) await away.promise
      const headers: Record<string, string> = {}
      for (const name of ['authorization', 'accept', 'last-event-id']) {
        const value = request.headers[name]
        if (typeof value === 'string') headers[name] = value
      }
      const left = new AbortController()
      response.once('close', () => left.abort())
      const answer = await fetch(new URL(request.url!, app.url), { headers, signal: left.signal })
      response.writeHead(answer.status, { 'content-type': 'text/event-stream' })
      try {
        for await (const bytes of answer.body!) {
          response.write(bytes)
          if (!first || !Buffer.from(bytes).includes('id: ')) continue
          // The position was sent without an event: now the connection breaks.
          response.write('', () => response.destroy())
          begun.resolve()
          break
        }
      } catch {
        // The reader closed the connection.
      }
    })
    const tail = shell.run(['events', 'tail', '--type', 'gate_opened', '--count', '1', '--json'], {
      env: { CROSSDOCK_SERVER: proxy.url, CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
    await begun.promise
    // An event while no reader is connected.
    await open(5)
    away.resolve()
    const { code, stdout, stderr } = await tail
    assert.equal(code, 0, stderr)
    assert.equal((JSON.parse(stdout) as LiveEvent).type, 'gate_opened')
    assert.equal(connections, 2)
    await proxy.stop()
  })

  test('ends with an error when the token is revoked', async ({ assert }) => {
    const { id, token } = await app.ok<{ id: string; token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body: { name: 'watcher' },
    })
    const running = shell.start(['events', 'tail'], {
      CROSSDOCK_SERVER: app.url,
      CROSSDOCK_TOKEN: token,
    })
    let isHeard = false
    void running.shows('gate_opened').then(() => (isHeard = true))
    await until('an event to be shown', async () => {
      await open(6)
      return isHeard
    })
    await app.ok('DELETE', `/api/api-tokens/${id}`, { as: acme.admin })
    const { code, stderr } = await running.outcome
    assert.equal(code, 4)
    assert.match(stderr, /token/i)
  })
})
