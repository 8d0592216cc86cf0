import { mock } from 'node:test'
import { test } from '@japa/runner'
import { until, type Caller } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { reportsPerLink } from '../limits.js'
import { sharesLab, type Share, type Visitor } from './support.js'

interface Notification {
  kind: string
  text: string
}

const report = (visitor: Visitor, form: Record<string, string>) =>
  visitor.ask('/report', { method: 'POST', body: new URLSearchParams(form) })

test.group('Reporting a link', (group) => {
  const lab = sharesLab(group)
  const link = async (name: string): Promise<Share> => lab.share(await lab.file(name, 'x'))
  const noticesOf = async (as: Caller) =>
    (await lab.app.ok<Notification[]>('GET', '/api/notifications', { as })).filter(({ kind }) =>
      kind.startsWith('shares.linkReported')
    )
  const firstOf = (as: Caller) => until('the report', async () => (await noticesOf(as))[0])

  // Red when the page has no form, or the report reaches people of another organization or without the
  // permission.
  test('reaches the administrators of its organization, with the words of the visitor', async ({
    assert,
  }) => {
    const globex = await lab.app.tenant('globex')
    const visitor = lab.visitor(await link('invoice.pdf'))
    assert.include((await visitor.ask()).text, 'Report this link')
    const said = { reason: 'This is not our invoice.', email: 'rey@quay.example' }
    const answer = await report(visitor, said)
    assert.equal(answer.status, 201)
    assert.include(answer.text, 'Thank you for your report')
    assert.equal(
      (await firstOf(lab.acme.admin)).text,
      'A visitor reported the link invoice.pdf and wants an answer to rey@quay.example: This is not our invoice.'
    )
    const rows: { mail_due_at: string | null }[] = await lab.stored(async () =>
      unscoped().from('notifications').where('kind', 'shares.linkReported').select('mail_due_at')
    )
    assert.lengthOf(rows, 1)
    assert.isNotNull(rows[0]!.mail_due_at)
    for (const other of [lab.acme.editor, globex.admin, await lab.app.superAdmin()]) {
      assert.isEmpty(await noticesOf(other))
    }
  })

  // Red without `bundle`: ten reports would displace other notifications in a mail.
  test('repeats for the same link are one notification', async ({ assert }) => {
    const visitor = lab.visitor(await link('noise.pdf'))
    for (const reason of ['one', 'two']) await report(visitor, { reason })
    const isAbout = ({ text }: Notification) => text.includes('noise.pdf')
    await until('both reports', async () =>
      (await noticesOf(lab.acme.admin)).some((one) => isAbout(one) && one.text.includes('2 times'))
    )
    assert.lengthOf((await noticesOf(lab.acme.admin)).filter(isAbout), 1)
  })

  // Red when the event has the visitor's network address.
  test('keeps only the reason and the address, and needs no address', async ({ assert }) => {
    const share = await link('plan.pdf')
    const answer = await report(lab.visitor(share), { reason: 'Spam', email: '' })
    assert.equal(answer.status, 201)
    const [event]: { payload: unknown }[] = await lab.stored(async () =>
      unscoped()
        .from('middleware_events')
        .where({ event_type: 'share_report', target_id: share.id })
    )
    const payload: unknown =
      typeof event!.payload === 'string' ? JSON.parse(event!.payload) : event!.payload
    const { id: shareId, assetId } = share
    const hasReaders = true
    assert.deepEqual(payload, { shareId, assetId, link: 'plan.pdf', reason: 'Spam', hasReaders })
    assert.notInclude(JSON.stringify(event), '127.0.0.1')
  })

  // Red when no one gets the report of an organization without administrators.
  test('reaches the operator where the organization has no administrator', async ({ assert }) => {
    const initech = await lab.app.tenant('initech')
    const file = await lab.file('deal.pdf', 'x', null, initech.editor)
    const share = await lab.share(file, {}, initech.editor)
    await lab.stored(async () =>
      unscoped()
        .from('users')
        .where({ email: 'admin@initech.example' })
        .update({ is_active: false })
    )
    await report(lab.visitor(share), { reason: 'A fraud' })
    const { text } = await firstOf(await lab.app.superAdmin())
    assert.match(text, /^A visitor reported the link deal\.pdf of .*: A fraud$/)
    assert.isFalse((await noticesOf(lab.acme.admin)).some((one) => one.text.includes('deal.pdf')))
  })

  // Red when unknown and revoked links answer differently, or an empty report is accepted.
  test('refuses unknown and revoked links and empty reports', async ({ assert }) => {
    const share = await link('gone.pdf')
    const visitor = lab.visitor(share)
    assert.equal((await report(visitor, { reason: '  ' })).status, 422)
    assert.equal((await report(visitor, { reason: 'x'.repeat(1001) })).status, 422)
    assert.equal((await report(visitor, { reason: 'x', email: 'quay' })).status, 422)
    await lab.revoke(share)
    const revoked = await report(visitor, { reason: 'x' })
    const unknown = await report(lab.visitor({ url: `${lab.app.url}/s/${'a'.repeat(43)}` }), {
      reason: 'x',
    })
    assert.deepEqual([revoked.status, unknown.status], [404, 404])
  })

  // Red when reports are not limited for a network over all links, or for a link over all networks.
  test('limits the reports of a network, and of a link', async ({ assert }) => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * 60 * 60_000 })
    try {
      const [one, other] = [await link('one.pdf'), await link('other.pdf')]
      await lab.app.inside(() => reportsPerLink.use(other.id, 49))
      const send = async (share: Share) =>
        (await report(lab.visitor(share), { reason: 'Spam' })).status
      assert.deepEqual([await send(other), await send(other)], [201, 429])
      for (let sent = 2; sent < 5; sent++) assert.equal(await send(one), 201)
      assert.equal(await send(one), 429)
    } finally {
      mock.timers.reset()
    }
  })
})
