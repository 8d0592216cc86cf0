// onOneDatabase: the command line uses the server only over HTTP
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { test } from '@japa/runner'
import type { Webhook, WebhookRequest } from '@crossdock/client'
import { call } from '@crossdock/kernel/testing'
import { Proxy, until } from '@crossdock/backend/testing'
import { bootApp, signInAs, tokenOf, type TestApp, type TestTenant } from './server.js'
import { OutputBuffer, Shell } from './shell.js'

test.group('CLI webhooks', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let path: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    const flow = await app.ok<{ triggerConfig: { webhookUrl: string } }>(
      'POST',
      '/api/integrations/workflows',
      { as: acme.admin, body: { name: 'Order intake', triggerType: 'webhook' } }
    )
    path = new URL(flow.triggerConfig.webhookUrl).pathname
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  const words = (line: string) => line.split(' ')
  const send = (n: number) =>
    call<{ requestId: string }>(app.url, 'POST', `${path}?n=${n}`, { body: { n } })

  test('shows webhooks and received requests, and replays one', async ({ assert }) => {
    const [webhook] = await shell.json<Webhook[]>(words('webhooks inbound list'))
    assert.equal(webhook?.targetName, 'Order intake')
    const shown = await shell.json<Webhook>(['webhooks', 'inbound', 'show', 'Order intake'])
    assert.equal(shown.id, webhook?.id)
    const { requestId } = (await send(1)).body
    const replayed = await shell.run(['webhooks', 'inbound', 'replay', requestId.slice(-12)])
    assert.match(replayed.stdout, /^Replayed as [0-9a-f-]{36}, execution [0-9a-f-]{36}\.\n$/)
    const requests = await shell.json<WebhookRequest[]>([
      'webhooks',
      'inbound',
      'requests',
      '--webhook',
      'Order intake',
      '--outcome',
      'accepted',
    ])
    assert.deepEqual(
      requests.map(({ replayOf }) => replayOf),
      [requestId, null]
    )
    const refused = await shell.run(['webhooks', 'inbound', 'rotate', 'Order intake', '--yes'])
    assert.include(refused.stderr, 'has no secret')
    await app.ok('PUT', `/api/integrations/webhooks/${webhook!.id}`, {
      as: acme.token,
      body: { verification: 'token', verificationConfig: { place: 'header', name: 'x-key' } },
    })
    const rotated = await shell.run(['webhooks', 'inbound', 'rotate', 'Order intake', '--yes'])
    assert.match(rotated.stdout, /^[\w-]{43}\n$/)
    await app.ok('PUT', `/api/integrations/webhooks/${webhook!.id}`, {
      as: acme.token,
      body: { verification: 'none' },
    })
  })

  test('forwards new and earlier requests', async ({ assert, cleanup }) => {
    const heard: string[] = []
    const program = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += String(piece)
      heard.push(`${request.method} ${request.url} ${body}`)
      response.writeHead(201).end()
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    cleanup(() => void program.close())
    const { port } = program.address() as { port: number }
    const before = new Date().toISOString()
    await send(2)
    const listening = shell.run([
      'webhooks',
      'listen',
      '--forward-to',
      `http://127.0.0.1:${port}/in`,
      '--after',
      before,
      '--count',
      '2',
    ])
    await send(3)
    const { stdout, code } = await listening
    assert.equal(code, 0)
    assert.deepEqual(heard, ['POST /in?n=2 {"n":2}', 'POST /in?n=3 {"n":3}'])
    assert.lengthOf(stdout.match(/accepted {2}201/g) ?? [], 2)
    const wrong = await shell.run(words('webhooks inbound listen --forward-to invalid'))
    assert.equal(wrong.code, 2)
  })

  // Red when the stored fields are sent as if they were the form.
  test('forwards no form whose files were stored in a folder', async ({ assert, cleanup }) => {
    const heard: string[] = []
    const program = createServer((request, response) => {
      heard.push(request.url!)
      request.resume()
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    cleanup(() => void program.close())
    const { port } = program.address() as { port: number }
    const { id: filesFolder } = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: acme.admin,
      body: { name: 'Inbox', type: 'folder' },
    })
    const flow = await app.ok<{ id: string; triggerConfig: { webhookUrl: string } }>(
      'POST',
      '/api/integrations/workflows',
      { as: acme.admin, body: { name: 'Scans', triggerType: 'webhook' } }
    )
    const shown = await shell.json<Webhook>(['webhooks', 'inbound', 'show', 'Scans'])
    await app.ok('PUT', `/api/integrations/webhooks/${shown.id}`, {
      as: acme.token,
      body: { filesFolder },
    })
    const before = new Date().toISOString()
    const body = new FormData()
    body.set('scan', new Blob(['bytes']), 'scan.txt')
    const { pathname } = new URL(flow.triggerConfig.webhookUrl)
    const { status } = await call(app.url, 'POST', pathname, { body })
    assert.equal(status, 202)
    const { stdout } = await shell.run([
      'webhooks',
      'listen',
      '--webhook',
      'Scans',
      '--forward-to',
      `http://127.0.0.1:${port}/in`,
      '--after',
      before,
      '--count',
      '1',
    ])
    assert.include(stdout, 'not sent: the files of its form')
    assert.deepEqual(heard, [])
  })

  // Red when a lost connection ends the command, or the start time comes from the local clock.
  test('misses nothing while the server is unreachable, and forwards nothing twice', async ({
    assert,
    cleanup,
  }) => {
    const heard: string[] = []
    const program = createServer((request, response) => {
      heard.push(request.url!)
      request.resume()
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    const { port } = program.address() as { port: number }
    const proxy = new Proxy(new URL(app.url))
    await proxy.start()
    const other = await Shell.open()
    cleanup(async () => {
      await other.close()
      await proxy.stop()
      program.close()
    })
    await other.storeProfile({
      server: new URL(proxy.url).origin,
      organization: acme.subdomain,
      token: tokenOf(acme.token),
    })
    await send(10)
    const stderr = new OutputBuffer()
    const listening = other.run(
      ['webhooks', 'listen', '--forward-to', `http://127.0.0.1:${port}/in`, '--count', '4'],
      { stderr }
    )
    await until('the command to listen', async () => stderr.text.includes('Stop with Ctrl+C'))
    await send(11)
    await until('the first request to be forwarded', async () => heard.length > 0)
    await proxy.stop()
    // A server that closes each connection and counts the attempts.
    let tries = 0
    const away = createSocketServer((socket) => {
      tries++
      socket.destroy()
    })
    const { port: shut } = new URL(proxy.url)
    await new Promise<void>((resolve) => away.listen(Number(shut), '127.0.0.1', resolve))
    for (const at of [100, 101, 102, 103]) await send(at)
    await until('a failed attempt', async () => tries > 0)
    await new Promise((resolve) => away.close(resolve))
    await proxy.start()
    const { code } = await listening
    assert.equal(code, 0, stderr.text)
    assert.deepEqual(
      heard.map((url) => Number(new URL(url, 'http://x').searchParams.get('n'))),
      [11, 100, 101, 102]
    )
  })

  // Red when a masked signature prevents forwarding, or its absence is not reported exactly once.
  test('forwards signed requests without their signatures', async ({ assert, cleanup }) => {
    const heard: [string | undefined, string | undefined][] = []
    const program = createServer((request, response) => {
      heard.push([
        request.headers['x-hub-signature-256'] as string,
        request.headers['x-topic'] as string,
      ])
      request.resume()
      response.writeHead(204).end()
    })
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
    cleanup(() => void program.close())
    const { port } = program.address() as { port: number }
    const flow = await app.ok<{ triggerConfig: { webhookUrl: string } }>(
      'POST',
      '/api/integrations/workflows',
      { as: acme.admin, body: { name: 'Signed', triggerType: 'webhook' } }
    )
    const { id } = await shell.json<Webhook>(['webhooks', 'inbound', 'show', 'Signed'])
    const secret = 'quay-four-harbour'
    await app.ok('PUT', `/api/integrations/webhooks/${id}`, {
      as: acme.token,
      body: { verification: 'github', verificationConfig: { secret } },
    })
    const before = new Date().toISOString()
    const { pathname } = new URL(flow.triggerConfig.webhookUrl)
    for (const n of [1, 2]) {
      const signature = createHmac('sha256', secret).update(JSON.stringify({ n })).digest('hex')
      const { status } = await call(app.url, 'POST', pathname, {
        body: { n },
        headers: { 'x-hub-signature-256': `sha256=${signature}`, 'x-topic': 'orders' },
      })
      assert.equal(status, 202)
    }
    const { stdout, stderr } = await shell.run([
      'webhooks',
      'listen',
      '--webhook',
      'Signed',
      '--forward-to',
      `http://127.0.0.1:${port}/in`,
      '--after',
      before,
      '--count',
      '2',
    ])
    assert.lengthOf(stdout.match(/accepted {2}204/g) ?? [], 2, stdout)
    assert.deepEqual(heard, [
      [undefined, 'orders'],
      [undefined, 'orders'],
    ])
    assert.lengthOf(stderr.match(/The header x-hub-signature-256 is left out/g) ?? [], 1)
  })
})
