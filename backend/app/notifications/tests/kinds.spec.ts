// onBothDatabases: the first spec of its domain
import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { signInLinks } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import type { Shown } from './lab.js'

/** The kinds that the core domains declare. */
test.group('Kinds of notifications', (group) => {
  let app: TestApp
  let acme: TestTenant
  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const list = (as: Caller) => app.ok<Shown[]>('GET', '/api/notifications', { as })
  const notified = (as: Caller, kind: string) =>
    until(`${kind} to be notified`, async () => (await list(as)).find((one) => one.kind === kind))
  const none = async (as: Caller, kind: string) =>
    (await list(as)).every((one) => one.kind !== kind)

  async function signInFrom(userAgent: string): Promise<void> {
    const link = await app.inside(async () => {
      const { account } = await accounts.use().resolve('viewer@acme.example', 'acme')
      return signInLinks.use().create(account!.id)
    })
    const body = { token: new URL(link).searchParams.get('token'), confirm: true }
    const headers = { 'user-agent': userAgent }
    const { status } = await app.call('POST', '/api/auth/verify-link', { body, headers })
    if (status !== 200) throw new Error(`verify-link: ${status}`)
  }

  // Red when noteDevice() does not store devices, and when it reports the first one.
  test('a sign-in from a new browser notifies its person', async ({ assert }) => {
    assert.isTrue(await none(acme.viewer, 'access.newDevice'))
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await signInFrom(firefox)
    const { text } = await notified(acme.viewer, 'access.newDevice')
    assert.include(text, 'Firefox, Linux')
    await signInFrom(firefox)
    await signInFrom('Mozilla/5.0 (Windows NT 10.0) AppleWebKit Chrome/140.0 Safari/537.36')
    const all = await until('the second notification', async () => {
      const found = (await list(acme.viewer)).filter(({ kind }) => kind === 'access.newDevice')
      return found.some(({ text }) => text.includes('Windows')) && found
    })
    assert.lengthOf(all, 2)
    assert.isTrue(await none(acme.admin, 'access.newDevice'))
  })

  test('a first sign-in notifies people who may add people, but not the new person', async ({
    assert,
  }) => {
    await notified(acme.admin, 'access.firstSignIn')
    const texts = (await list(acme.admin)).map(({ text }) => text)
    assert.include(texts, 'editor@acme.example signed in for the first time')
    assert.notInclude(texts, 'admin@acme.example signed in for the first time')
    assert.isTrue(await none(acme.editor, 'access.firstSignIn'))
  })

  test('failed runs notify people who may change workflows once an hour', async ({ assert }) => {
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: {
        name: 'Stamp',
        triggerType: 'manual',
        triggerConfig: {},
        steps: [{ id: 'a', type: 'metadata_update', config: { metadata: { a: 1 } }, order: 1 }],
      },
    })
    const run = () =>
      app.ok('POST', '/api/flow-executions/trigger', { as: acme.admin, body: { flowId: id } })
    await run()
    const { text } = await notified(acme.admin, 'flows.runFailed')
    assert.match(text, /^Workflow Stamp failed/)
    await run()
    const again = await until('the second to be counted', async () =>
      (await list(acme.admin)).find(({ text }) => text.endsWith('failed 2 times within an hour'))
    )
    assert.equal(again.count, 2)
    assert.isTrue(await none(acme.editor, 'flows.runFailed'))
  })

  // Red when countDownload() does not check whether the link allows more.
  test('the owner of a link is notified of received files, and when it is used up', async ({
    assert,
  }) => {
    const post = <T>(path: string, body: unknown) =>
      app.ok<T>('POST', path, { as: acme.editor, body })
    const folder = await post<{ id: string }>('/api/assets', { name: 'Inbox', type: 'folder' })
    const link = await post<{ url: string }>(`/api/assets/${folder.id}/shares`, { kind: 'upload' })
    const form = new FormData()
    form.set('file', new Blob(['manifest']), 'manifest.txt')
    const address = (url: string, more: string) => new URL(url).pathname + more
    const headers = { origin: app.url }
    await app.ok('POST', address(link.url, '/files'), { body: form, headers })
    const received = await notified(acme.editor, 'shares.filesReceived')
    assert.include(received.text, 'Inbox')
    assert.isTrue(await none(acme.admin, 'shares.filesReceived'))

    const [file] = await app.ok<{ id: string }[]>('GET', `/api/assets?parent=${folder.id}`, {
      as: acme.editor,
    })
    const twice = await post<{ url: string }>(`/api/assets/${file!.id}/shares`, {
      kind: 'download',
      maxDownloads: 2,
      name: 'Twice',
    })
    const download = () => app.ok('GET', address(twice.url, `/files/${file!.id}`))
    await download()
    await download()
    const usedUp = await notified(acme.editor, 'shares.linkUsedUp')
    assert.equal(usedUp.text, 'The link Twice has reached its download limit')
    const all = (await list(acme.editor)).filter(({ kind }) => kind === 'shares.linkUsedUp')
    assert.lengthOf(all, 1)
  })
})
