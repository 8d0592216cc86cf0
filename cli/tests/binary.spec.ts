// onOneDatabase: the command line uses the server only over HTTP
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import packageJson from '../package.json' with { type: 'json' }
import { ScriptedServer } from './scripted_server.js'
import { until } from '@crossdock/kernel/testing'
import { Shell } from './shell.js'

const at = (path: string) => join(process.cwd(), path)
const COMPILED = 'build/cli/src/main.js'

/** Tests what only the real binary does. All other tests run commands in their own process. */
test.group('CLI binary', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    return () => shell.close()
  })

  /** A server with one file. */
  const withFile = async (content: string) => {
    const id = '019a0000-0000-7000-8000-000000000000'
    const asset = { id, name: 'a.txt', type: 'file', size: content.length, version: 1 }
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(request.url?.includes('/content') ? content : JSON.stringify(asset))
    })
    const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
    return { server, args: ['assets', 'get', id], env }
  }

  test('runs the compiled file through an npm link', async ({ assert }) => {
    const linked = at('node_modules/@crossdock/cli/bin/crossdock.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [linked, '--version'])

    assert.equal(stdout, `${packageJson.version}\n`)
  }).skip(!existsSync(at(COMPILED)), 'there is no compiled file')

  test('runs from inside the build folder', async ({ assert }) => {
    const built = at('build/cli/bin/crossdock.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [built, '--version'])

    assert.equal(stdout, `${packageJson.version}\n`)
  }).skip(!existsSync(at(COMPILED)), 'there is no compiled file')

  // Red when the process does not set the exit code.
  test('exits with the exit code, and prints the reason only on stderr', async ({ assert }) => {
    const { code, stdout, stderr } = await shell.start(['whoami']).outcome

    assert.equal(code, 4)
    assert.include(stderr, 'crossdock login')
    assert.notInclude(stderr, '\u001b')
    assert.equal(stdout, '')
  })

  test('reads standard input to its end', async ({ assert, cleanup }) => {
    const server = await ScriptedServer.start((_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ user: { email: 'ada@acme.example' }, tenant: null }))
    })
    cleanup(() => server.stop())
    const running = shell.start(['login', '--server', server.url, '--token', '-'])
    running.child.stdin.write('cdk_in_')
    running.child.stdin.end('two_parts\n')
    const { code, stderr } = await running.outcome

    assert.equal(code, 0, stderr)
    assert.include(await readFile(shell.profilePath(), 'utf8'), '"cdk_in_two_parts"')
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer cdk_in_two_parts')
  })

  test('a slow reader of a pipe gets all of a long output', async ({ assert, cleanup }) => {
    const content = randomBytes(1_500_000).toString('hex')
    const { server, args, env } = await withFile(content)
    cleanup(() => server.stop())
    const running = shell.start([...args, '--output', '-'], env)
    running.child.stdout.pause()
    running.child.stdin.end()
    await new Promise((readable) => running.child.stdout.once('readable', readable))
    running.child.stdout.resume()
    const { code, stdout, stderr } = await running.outcome

    assert.equal(code, 0, stderr)
    assert.isTrue(stdout === content, `${stdout.length} of ${content.length} characters`)
  })

  test('downloads to the working directory', async ({ assert, cleanup }) => {
    const { server, args, env } = await withFile('here')
    cleanup(() => server.stop())
    const { code, stderr } = await shell.start(args, env).outcome

    assert.equal(code, 0, stderr)
    assert.equal(await readFile(shell.path('a.txt'), 'utf8'), 'here')
  })

  // Red when EPIPE is thrown like any other error.
  test('a reader that exits early, as head does, is not a failure', async ({ assert, cleanup }) => {
    const { server, args, env } = await withFile('x'.repeat(5_000_000))
    cleanup(() => server.stop())
    const running = shell.start([...args, '--output', '-'], env)
    running.child.stdout.once('data', () => running.child.stdout.destroy())
    const { code, stderr } = await running.outcome

    assert.equal(code, 0, stderr)
    assert.equal(stderr, '')
  })

  // Red when an output error is thrown and prints its stack.
  test('a full disk at the output prints one sentence', async ({ assert, cleanup }) => {
    const { server, args, env } = await withFile('x'.repeat(100_000))
    const full = await open('/dev/full', 'w')
    cleanup(async () => {
      await server.stop()
      await full.close()
    })
    for (const rest of [['--json'], ['--output', '-']]) {
      const { code, stderr } = await shell.start([...args, ...rest], env, full.fd).outcome
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^error: The output cannot be written: ENOSPC: no space left on device, write\.\n$/
      )
    }
  }).skip(!existsSync('/dev/full'), 'this system has no /dev/full')

  // Red when the signal is not handled, or the process swallows it.
  test('an interrupted download reports what is kept, and ends by the signal', async ({
    assert,
    cleanup,
  }) => {
    const asset = { id: '019a0000-0000-7000-8000-000000000000', name: 'a.txt', type: 'file' }
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url?.includes('/content')) response.write('x'.repeat(1000))
      else response.end(JSON.stringify({ ...asset, size: 2000, version: 1 }))
    })
    cleanup(() => server.stop())
    const env = { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' }
    const running = shell.start(['assets', 'get', asset.id], env)
    const part = shell.path(`.crossdock-${asset.id}-v1.part`)
    await until(
      'the first half',
      async () => (await stat(part).catch(() => undefined))?.size === 1000
    )
    running.child.kill('SIGINT')
    const { signal, stdout, stderr } = await running.outcome

    assert.equal(signal, 'SIGINT')
    assert.match(stderr, /^Interrupted\. Received data is kept/)
    assert.equal(stdout, '')
  })
})
