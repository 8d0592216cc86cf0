// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { LiveEvent } from '@crossdock/client'
import { pauseFor } from '../src/events/follow.js'
import { ScriptedServer } from './scripted_server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

const happened = (event: Partial<LiveEvent> = {}) => ({
  id: '1',
  type: 'probe',
  tenantId: null,
  target: null,
  actor: { type: 'system', id: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...event,
})

test.group('CLI and a hostile server', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    return () => shell.close()
  })

  /** Runs a command against a server that sends the same answer to everything. */
  async function against(args: string[], contentType: string, answer: string) {
    const server = await ScriptedServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': contentType }).end(answer)
    })
    try {
      const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
      return { ...(await shell.run(args, { env })), requests: server.requests }
    } finally {
      await server.stop()
    }
  }
  const tail = (answer: string, ...flags: string[]) =>
    against(['events', 'tail', '--count', '1', ...flags], 'text/event-stream', answer)
  const eventOf = (event: object) => `data: ${JSON.stringify(event)}\n\n`

  const csi = '\u009b31m'
  const reversed = '\u202egnp.exe\u2066\u200f'
  const nasty = `a${csi}${reversed}\u007fz`
  const steering = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/

  // Red when JSON is printed as JSON.stringify leaves it, or when its value changes.
  test('JSON contains no terminal control characters', async ({ assert }) => {
    const rows = [{ id: '1', consumer: nasty, eventId: 'é – 東' }]
    const json = JSON.stringify(rows)
    const { stdout } = await against(['events', 'parked', '--json'], 'application/json', json)
    assert.notMatch(stdout, steering)
    assert.include(stdout, '\\u202e')
    assert.include(stdout, 'é – 東')
    assert.deepEqual(JSON.parse(stdout), rows)

    const event = happened({ type: nasty as LiveEvent['type'] })
    const line = await tail(eventOf(event), '--json')
    assert.notMatch(line.stdout, steering)
    assert.lengthOf(line.stdout.trimEnd().split('\n'), 1)
    assert.deepEqual(JSON.parse(line.stdout), event)
  })

  // Red when `printable` keeps bidi controls, or an event's line is only `printableLine`.
  test('text for people contains no control characters', async ({ assert }) => {
    const nastier = `${nasty}\u001b[8m\u001b]0;owned\u0007` as LiveEvent['type']
    const actor = { type: nastier, id: nastier }
    const event = happened({ type: nastier, target: actor, actor, createdAt: nastier } as object)
    const { stdout } = await tail(eventOf(event))
    assert.notMatch(stdout, steering)
    assert.notInclude(stdout, '\u001b')
    assert.include(stdout, 'gnp.exe')

    const reset = await tail(
      `event: reset\ndata: ${JSON.stringify({ reason: nasty })}\n\n${eventOf(happened())}`
    )
    assert.include(reset.stderr, 'gnp.exe')
    assert.notMatch(reset.stderr, steering)
  })

  // Red when color codes in a name are kept (`printableLine` instead of `printable`), in each of these outputs:
  // results, questions, hints, and completion candidates.
  test('names in results, questions and candidates contain no control characters', async ({
    assert,
  }) => {
    const name = `a\nb\u001b[31m\u001b[8m\u001b]0;pwn\u0007\u009b2J`
    const rows = JSON.stringify([{ id: '0f0f0f0f-aaaa', name }])
    for (const args of [
      ['systems', 'delete', '0f0f', '--yes'],
      ['systems', 'delete', '0f0f'],
      ['systems', 'show', 'zz'],
      ['__complete', '--', 'systems', 'show', ''],
    ]) {
      const { stdout, stderr } = await against(args, 'application/json', rows)
      const line = (stdout + stderr).split('\n').find((one) => one.includes('pwn'))
      assert.include(line, 'a\ufffdb\ufffd[31m\ufffd[8m\ufffd]0;pwn', args.join(' '))
      assert.notMatch(stdout + stderr, steering)
      assert.notInclude(stdout + stderr, '\u001b')
    }
  })

  // Red when headers or a text are printed unescaped, or binary data reaches a terminal.
  test('the output of `api` contains no control characters', async ({ assert, cleanup }) => {
    let type = 'text/plain'
    const body = 'one\ntwo\u001b[2J\u009b31m'
    const server = await ScriptedServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': type, 'x-other': 'a\u009b31m' }).end(body)
    })
    cleanup(() => server.stop())
    const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
    const { stdout } = await shell.run(['api', '-i', 'HEAD', '/'], { env })
    assert.include(stdout, 'x-other: a\ufffd31m\n')

    const terminal = new Terminal(env)
    assert.equal(await terminal.run(['api', 'GET', '/']), 0)
    assert.equal(terminal.raw, 'one\ntwo\ufffd[2J\ufffd31m')

    type = 'application/octet-stream'
    const another = new Terminal(env)
    assert.equal(await another.run(['api', 'GET', '/', '--no-color']), 1)
    assert.match(another.raw, /^error: The answer is application\/octet-stream/)
    assert.notInclude(another.raw, 'two')
  })

  // Red when the error of JSON.parse is not caught: its stack shows the received data.
  test('an event that is not JSON prints one sentence', async ({ assert }) => {
    const { code, stderr } = await tail('data: {"a":\u001b]0;owned\u0007\n\n')
    assert.equal(code, 1)
    assert.match(stderr, /^error: http:\S+ sent an event that is not JSON\.\n/)
    assert.notInclude(stderr, 'owned')
    assert.notInclude(stderr, 'unexpectedly')
  })

  // Red when the server's delay has no limit: a timer with a very large delay fires immediately, again and
  // again.
  test('a pause is never longer than a minute', ({ assert }) => {
    assert.equal(pauseFor(99_999_999_999), 60_000)
    assert.equal(pauseFor(3_000), 3_000)
  })

  // Red when `--after` always goes into the header: fetch refuses the header and the error says "Cannot reach".
  test('a position that does not fit a header is sent in the query', async ({ assert }) => {
    for (const after of ['\u001b[31mx', 'é\u2028€', ' 1 ', 'ü']) {
      const { code, stderr, requests } = await tail(eventOf(happened()), '--after', after)
      assert.equal(code, 0, stderr)
      assert.isUndefined(requests[0]!.headers['last-event-id'])
      const { searchParams } = new URL(requests[0]!.url!, 'http://server.example')
      assert.equal(searchParams.get('lastEventId'), after)
    }
    const { requests } = await tail(eventOf(happened()), '--after', '0001-ab_c')
    assert.equal(requests[0]!.headers['last-event-id'], '0001-ab_c')
    assert.notInclude(requests[0]!.url!, 'lastEventId')
  })
})
