import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { Proxy } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import ssh2 from 'ssh2'
import { SftpLab, refusal, type Tested } from './sftp_lab.js'
import { fingerprint, isPlain, missingSshd, newKey } from './ssh_server.js'

const absent = 'OpenSSH is not installed'
const plain = 'it needs root and OpenSSH'

if (missingSshd()) {
  test.group('Connections to SFTP servers', () => {
    test('a real OpenSSH server').skip(missingSshd, absent)
  })
} else {
  test.group('Connections to SFTP servers', (group) => {
    let lab: SftpLab
    group.setup(async () => {
      lab = await SftpLab.start()
      return () => lab.stop()
    })
    group.each.setup(() => () => lab.closeAll())

    test('offers its fields, and a changed address clears the secrets', async ({ assert }) => {
      type Kinds = { name: string; label: string; schema: { properties: Record<string, object> } }[]
      const as = lab.acme.editor
      const kinds = await lab.app.ok<Kinds>('GET', '/api/integrations/connectors', { as })
      const { label, schema } = kinds.find(({ name }) => name === 'sftp')!
      assert.equal(label, 'SFTP server')
      assert.deepInclude(schema.properties.host, { title: 'Host', 'x-address': true })
      const german = await lab.app.ok<Kinds>('GET', '/api/integrations/connectors', {
        as,
        headers: { 'accept-language': 'de' },
      })
      assert.equal(german.find(({ name }) => name === 'sftp')!.label, 'SFTP-Server')

      const system = await lab.connect()
      assert.notInclude(JSON.stringify(system), 'PRIVATE KEY')
      const stored = await asOperator('test', () => unscoped().from('external_systems'))
      assert.notInclude(JSON.stringify(stored), 'PRIVATE KEY')
      const moved = await lab.app.call('PUT', `/api/integrations/systems/${system.id}`, {
        as: lab.acme.admin,
        body: { config: { port: 2222 } },
      })
      assert.equal(moved.status, 422)
    })

    // Red when the host key verifier accepts any key: the server would receive the login.
    test('the first test shows the host key, and sends nothing', async ({ assert }) => {
      const { body: first } = await lab.test({ config: { hostKey: null } })
      assert.deepInclude(first, {
        success: false,
        reachable: true,
        trusted: false,
        authenticated: null,
        found: { part: 'hostKey', value: fingerprint(lab.hostKey) },
      })
      assert.include(first.message, 'was not accepted yet. No credentials were sent.')
      const { body: second } = await lab.test({ config: { hostKey: first.found!.value } })
      assert.deepInclude(second, {
        success: true,
        reachable: true,
        trusted: true,
        authenticated: true,
        found: null,
      })
    })

    // Red when the key is not compared with the pinned one.
    test('a changed host key is refused, and the accepted one goes on', async ({ assert }) => {
      const { id } = await lab.connect()
      const other = await newKey()
      await lab.server.end()
      await lab.server.listen(other)
      const path = `/api/integrations/systems/${id}/test`
      const tested = await lab.app.ok<Tested>('POST', path, { as: lab.acme.admin, body: {} })
      assert.isFalse(tested.success)
      assert.include(tested.message, fingerprint(other))
      assert.include(tested.message, fingerprint(lab.hostKey))
      assert.include(tested.message, 'another computer answers in its place')
      assert.equal(tested.found?.value, fingerprint(other))
      const refused = await refusal(lab.open())
      assert.equal(refused.code, 'refused')
      await lab.server.end()
      await lab.server.listen(lab.hostKey)
      assert.isTrue((await lab.app.ok<Tested>('POST', path, { as: lab.acme.admin })).success)
    })

    test('keys: encrypted, with a wrong passphrase, unknown to the server, and none', async ({
      assert,
    }) => {
      const { username } = lab.server
      const tryKey = async (authConfig: object) =>
        (await lab.test({ authConfig: { username, ...authConfig } })).body
      const encrypted = await newKey('open sesame')
      for (const [authConfig, sentence] of [
        [{ privateKey: encrypted.privateKey }, 'the passphrase is missing or wrong'],
        [{ privateKey: encrypted.privateKey, passphrase: 'no' }, 'passphrase is missing or wrong'],
        [{ privateKey: encrypted.privateKey, passphrase: 'open sesame' }, 'does not accept'],
        [{ privateKey: 'gibberish' }, 'it is not a key in the format of OpenSSH or PEM'],
        [{}, 'has no private key'],
      ] as const) {
        const tested = await tryKey(authConfig)
        assert.deepInclude(tested, { success: false, authenticated: false })
        assert.include(tested.message, sentence)
      }
    })

    // Red when a key is used as the console's field delivers it: browsers drop line breaks.
    test('a key that was pasted into one line', async ({ assert }) => {
      const { username } = lab.server
      for (const between of ['', ' ', '\r\n']) {
        const privateKey = lab.key.privateKey.trim().replaceAll('\n', between)
        const { body } = await lab.test({ authConfig: { username, privateKey } })
        assert.deepInclude(body, { success: true, authenticated: true })
      }
    })

    test('a password, and a wrong one', async ({ assert }) => {
      const { username, password } = lab.server
      const tryPassword = async (typed?: string) =>
        (await lab.test({ authType: 'ssh_password', authConfig: { username, password: typed } }))
          .body
      assert.deepInclude(await tryPassword(password), { success: true, authenticated: true })
      const refused = await tryPassword('guessed')
      assert.deepInclude(refused, { success: false, trusted: true, authenticated: false })
      assert.include(refused.message, `does not accept the credentials of ${username}`)
    }).skip(isPlain, plain)

    // Red when prompts are not answered: only servers with plain password authentication would accept the
    // account.
    test('a server that asks for the password as a prompt, and one without SFTP', async ({
      assert,
    }) => {
      const asked: string[] = []
      const server = new ssh2.Server({ hostKeys: [lab.hostKey.privateKey] }, (client) => {
        client.on('error', () => {})
        client.on('authentication', (attempt) => {
          if (attempt.method !== 'keyboard-interactive')
            return attempt.reject(['keyboard-interactive'])
          attempt.prompt([{ prompt: 'Password:', echo: false }], (answers) => {
            asked.push(...answers)
            if (answers[0] === 'open sesame') attempt.accept()
            else attempt.reject()
          })
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      try {
        const { port } = server.address() as AddressInfo
        const authConfig = { username: 'ada', password: 'open sesame' }
        const part = { authType: 'ssh_password', config: { port } }
        const inside = await lab.test({ ...part, authConfig })
        assert.include(inside.body.message, 'accepts ada, but does not offer SFTP')
        assert.deepEqual(asked, ['open sesame'])
        const wrong = await lab.test({ ...part, authConfig: { ...authConfig, password: 'no' } })
        assert.include(wrong.body.message, 'does not accept the credentials of ada')
      } finally {
        server.close()
      }
    })

    test('reports a server without SSH, a closed port and a missing folder', async ({ assert }) => {
      const { port } = new URL(lab.app.url)
      const web = await lab.test({ config: { port: Number(port) } })
      assert.deepInclude(web.body, { success: false, reachable: false })
      const closed = await lab.test({ config: { port: 1 } })
      assert.deepInclude(closed.body, { success: false, reachable: false })
      assert.include(closed.body.message, 'the connection was refused')
      const folder = await lab.test({ config: { path: 'missing' } })
      assert.include(folder.body.message, 'has no folder "missing"')
      assert.deepInclude(folder.body, { success: false, authenticated: true })
    })

    test('an invalid host, port or key is refused by field name', async ({ assert }) => {
      for (const [field, config] of [
        ['config.host', { host: '' }],
        ['config.port', { port: 70_000 }],
        ['config.hostKey', { hostKey: 'MD5:aa' }],
        ['config.colour', { colour: 'red' }],
      ] as const) {
        const { status, body } = await lab.test({ config })
        assert.equal(status, 422)
        assert.include(
          body.errors!.map((error) => error.field),
          field
        )
      }
    })

    // Red when the session opens its own socket instead of using the egress.
    test('a private network is refused until the operator opens it', async ({ assert }) => {
      const inside = await lab.test({ config: { host: '127.0.0.2' } })
      assert.isFalse(inside.body.success)
      assert.include(inside.body.message, 'the operator has not opened')
      await lab.app.ok('POST', '/api/admin/egress-allowances', {
        as: await lab.app.superAdmin(),
        body: { tenantId: lab.acme.id, network: '127.0.0.2/32', port: lab.server.port },
      })
      const opened = await lab.test({ config: { host: '127.0.0.2' } })
      assert.include(opened.body.message, 'the connection was refused')
    })

    test('a server that stops answering: the session ends by its signal', async ({ assert }) => {
      const proxy = new Proxy(new URL(`http://127.0.0.1:${lab.server.port}`))
      await proxy.start()
      try {
        const stop = new AbortController()
        const files = await lab.open(
          { config: { port: Number(new URL(proxy.url).port) } },
          stop.signal
        )
        assert.isArray(await files.list(''))
        proxy.freeze()
        const listed = refusal(files.list(''))
        stop.abort()
        assert.equal((await listed).code, 'unreachable')
      } finally {
        await proxy.stop()
      }
    })
  })
}
