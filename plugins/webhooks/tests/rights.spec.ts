import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { clock } from '@crossdock/kernel/database'
import type { Receiver } from './receiver.js'
import { WebhookLab } from './webhook_lab.js'

interface Refused {
  code: string
  errors: { field: string; message: string }[]
}

test.group('A webhook receives only events that its person may read', (group) => {
  let lab: WebhookLab
  let number = 0

  group.setup(async () => {
    lab = await WebhookLab.boot()
    return () => lab.stop()
  })
  group.each.setup(async () => {
    lab.acme = await lab.app.tenant(`rights${++number}`)
  })

  /** Signs in a person whose role has these permissions. */
  async function person(name: string, permissions: string[]) {
    const as = lab.acme.admin
    const role = await lab.app.ok<{ id: string; key: string }>('POST', '/api/roles', {
      as,
      body: { name, permissions },
    })
    const email = `${name}@${lab.acme.subdomain}.example`
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', {
      as,
      body: { email, role: role.key },
    })
    return { id, role, as: await lab.app.signIn(email, lab.acme.subdomain) }
  }
  const readFiles = ['assets.read', 'activity.read', 'webhooks.read']
  const manager = () => person('manager', [...readFiles, 'webhooks.write'])

  /** An API token of the administrator with only these scopes. */
  async function token(scopes: string[]): Promise<Caller> {
    const made = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab.acme.admin,
      body: { name: 'narrow', scopes },
    })
    return { headers: { authorization: `Bearer ${made.token}` } }
  }
  const narrow = () => token([...readFiles, 'webhooks.write'])

  const within = (parentId: string, name: string) =>
    lab.app.ok<{ id: string }>('POST', '/api/assets', {
      as: lab.acme.token,
      body: { name, type: 'folder', parentId },
    })
  /** A folder that only people with `assets.all` can open. */
  async function closedFolder() {
    const { id } = await lab.folder('Payroll')
    await lab.app.ok('PUT', `/api/assets/${id}/permissions`, {
      as: lab.acme.admin,
      body: { everyone: 'none', grants: [] },
    })
    return id
  }
  const invite = (name: string) =>
    lab.app.ok('POST', '/api/users', {
      as: lab.acme.admin,
      body: { email: `${name}@${lab.acme.subdomain}.example`, role: 'viewer' },
    })
  const names = ({ received }: Receiver) => received.map(({ message }) => message.data.name)
  const folders = { eventTypes: ['folder_create'] }
  const invitations = { eventTypes: ['user_invited'] }

  /** A delivery to the administrator about an asset in a closed folder; the receiver refuses it. */
  async function refusedDelivery() {
    const receiver = await lab.receiver()
    receiver.answers(500)
    const closed = await closedFolder()
    const { id } = await lab.subscribe(receiver.url, folders)
    await within(closed, 'Salaries')
    const [delivery] = await lab.become(id, 'retrying')
    return { id, receiver, path: `/${id}/deliveries/${delivery!.id}` }
  }

  // Red when folder permissions are checked as the system, which may read every folder.
  test('no event about a file in a folder that is closed to the person', async ({ assert }) => {
    const { as } = await manager()
    const receiver = await lab.receiver()
    const closed = await closedFolder()
    const { id } = await lab.subscribe(receiver.url, folders, as)
    await within(closed, 'Salaries')
    await lab.folder('Open')
    await lab.become(id, 'delivered')
    assert.deepEqual(names(receiver), ['Open'])
    const since = new Date(clock.now() - 60_000).toISOString()
    const recovered = await lab.call<{ queued: number }>('POST', `/${id}/recover`, { since })
    assert.equal(recovered.body.queued, 0)
  })

  // Red when events chosen by name are not checked again.
  test('no event once the person may not read its type: {$self}')
    .with(['the role has changed', 'the person is deactivated'])
    .run(async ({ assert }, why) => {
      const {
        id: userId,
        role,
        as,
      } = await person('clerk', [...readFiles, 'webhooks.write', 'users.read'])
      const [receiver, other] = [await lab.receiver(), await lab.receiver()]
      const { id } = await lab.subscribe(receiver.url, invitations, as)
      const { id: otherId } = await lab.subscribe(other.url, invitations)
      await invite('first')
      await lab.become(id, 'delivered')
      const admin = { as: lab.acme.admin }
      if (why === 'the role has changed') {
        const body = { permissions: [...readFiles, 'webhooks.write'] }
        await lab.app.ok('PUT', `/api/roles/${role.id}`, { ...admin, body })
      } else
        await lab.app.ok('PUT', `/api/users/${userId}`, { ...admin, body: { isActive: false } })
      await invite('second')
      // Both are created in the same commit.
      await lab.become(otherId, 'delivered', 2)
      assert.lengthOf(await lab.deliveries(id), 1)
    })

  // Red when "*" needs only the permission to read the log: it selects the events that the token's owner may
  // read.
  test('a token with scopes cannot subscribe to all events', async ({ assert }) => {
    const as = await narrow()
    const body = { name: 'All', url: 'https://partner.example/all', eventTypes: ['*'] }
    const refused = await lab.call<Refused>('POST', '', body, as)
    assert.deepEqual([refused.status, refused.body.errors[0]!.field], [422, 'eventTypes'])
    assert.include(refused.body.errors[0]!.message, 'token')
    const { id } = await lab.subscribe(body.url, { ...body, isActive: false }, lab.acme.admin)
    const moved = await lab.call('PUT', `/${id}`, { url: 'https://other.example/' }, as)
    assert.equal(moved.status, 422)
    assert.equal((await lab.call('PUT', `/${id}`, { eventTypes: ['file_upload'] }, as)).status, 200)
  })

  // Red when a delivery is sent without checking the person who last entered the address.
  test('an address entered by another person gets no event closed to that person', async ({
    assert,
  }) => {
    const { as } = await manager()
    const { id, receiver, path } = await refusedDelivery()
    const other = await lab.receiver()
    const moved = await lab.call('PUT', `/${id}`, { url: other.url }, as)
    assert.equal(moved.status, 200)
    await lab.call('POST', `${path}/resend`, undefined, as)
    const [failed] = await lab.become(id, 'failed')
    assert.include(failed!.error!, 'may not read this event')
    assert.deepInclude(failed, { attempts: 1, nextAttemptAt: null })
    assert.isEmpty(other.received)
    // Nothing is lost: the event is sent once the person may read it.
    receiver.answers(204)
    assert.equal((await lab.call('PUT', `/${id}`, { url: receiver.url })).status, 200)
    await lab.call('POST', `${path}/resend`)
    await lab.become(id, 'delivered')
    assert.deepEqual(names(receiver), ['Salaries', 'Salaries'])
  })

  // Red when a delivery is sent although its type is no longer selected.
  test('an event type that is no longer selected is not sent to a new address', async ({
    assert,
  }) => {
    const [receiver, other] = [await lab.receiver(), await lab.receiver()]
    receiver.answers(500)
    const { id } = await lab.subscribe(receiver.url, invitations)
    await invite('third')
    const [delivery] = await lab.become(id, 'retrying')
    const as = await narrow()
    const fields = { url: other.url, eventTypes: ['file_upload'] }
    assert.equal((await lab.call('PUT', `/${id}`, fields, as)).status, 200)
    await lab.call('POST', `/${id}/deliveries/${delivery!.id}/resend`, undefined, as)
    const [failed] = await lab.become(id, 'failed')
    assert.include(failed!.error!, 'no longer sends')
    assert.isEmpty(other.received)
  })

  // Red when a receiver's page shows events that its creator may not read.
  test("the receiver's page shows only events that its creator may read", async ({ assert }) => {
    const { as } = await manager()
    const { id, path } = await refusedDelivery()
    const pageOf = async (who: Caller) => {
      const made = await lab.call<{ url: string }>('POST', `/${id}/receiver-page`, {}, who)
      return new URL(made.body.url).pathname
    }
    const read = async (page: string) =>
      (await fetch(`${lab.app.url}${page}${path.replace(`/${id}`, '')}`)).text()
    const closed = await read(await pageOf(as))
    assert.include(closed, 'folder_<wbr />create')
    assert.notInclude(closed, 'Salaries')
    assert.notInclude(closed, 'answer 500')
    const open = await read(await pageOf(lab.acme.admin))
    assert.include(open, 'Salaries')
    assert.include(open, 'answer 500')
    const people = await lab.subscribe('https://partner.example/people', {
      ...invitations,
      isActive: false,
    })
    const refused = await lab.call('POST', `/${people.id}/receiver-page`, {}, await narrow())
    assert.deepEqual([refused.status, refused.body.code], [403, 'E_FORBIDDEN'])
  })

  // Red when the page outlives the address: its visitors would get the secret of another receiver.
  test("the receiver's page ends when the address leads to another server", async ({ assert }) => {
    const { id } = await lab.subscribe('https://partner.example/a', { isActive: false })
    const { body } = await lab.call<{ url: string }>('POST', `/${id}/receiver-page`, {})
    const status = async () => (await fetch(`${lab.app.url}${new URL(body.url).pathname}`)).status
    await lab.call('PUT', `/${id}`, { url: 'https://partner.example/b' })
    assert.equal(await status(), 200)
    await lab.call('PUT', `/${id}`, { url: 'https://stranger.example/b' })
    assert.equal(await status(), 404)
    assert.isNull((await lab.shown(id)).receiverPage)
  })
})
