import { test } from '@japa/runner'
import { uploadLimits } from '@crossdock/backend/assets'
import { secrets } from '@crossdock/kernel/secrets'
import { inTenant } from '@crossdock/kernel/tenancy'
import { countDownload, countUploads } from '../actions/count_use.js'
import { mailContext } from '../secret.js'
import { linkLetter } from '../letters/link.js'
import { mostBytesPerForm, uploadsPerLink } from '../limits.js'
import { Share as ShareRow } from '../models/share.js'
import { UploadMeter } from '../upload_meter.js'
import { sharesLab, type Share, type Thing } from './support.js'

test.group('Uploads and mails of links', (group) => {
  const lab = sharesLab(group)
  let limit = Infinity
  group.setup(() => uploadLimits.add('shares test', () => limit))
  group.each.teardown(() => void (limit = Infinity))
  const namesIn = async ({ id }: Thing) =>
    (await lab.app.ok<Thing[]>('GET', `/api/assets?parent=${id}`, { as: lab.acme.editor })).map(
      ({ name }) => name
    )
  const inAcme = <T>(work: () => Promise<T>) => lab.app.inside(() => inTenant(lab.acme.id, work))

  // Red when receive does not count forms.
  test('a link accepts five thousand forms in an hour', async ({ assert }) => {
    const folder = await lab.folder('Often')
    const share = await lab.share(folder, { kind: 'upload' })
    await lab.app.inside(() => uploadsPerLink.use(share.id, 4999))
    assert.equal((await lab.visitor(share).upload({ 'last.txt': 'last' })).status, 201)
    const refused = await lab.visitor(share).upload({ 'more.txt': 'more' })
    assert.equal(refused.status, 429)
    assert.deepEqual(await namesIn(folder), ['last.txt'])
  })

  // Red when a refused file ends the form, or the page leaves it out.
  test('a refused file does not stop the others, and the page says why', async ({ assert }) => {
    const folder = await lab.folder('Mixed')
    const share = await lab.share(folder, { kind: 'upload' })
    limit = 100_000
    const some = await lab.visitor(share).upload({
      'one.txt': '1',
      'two?.txt': '2',
      'huge.bin': 'x'.repeat(300_000),
      'chat \u202a1\u202c.txt': '3',
      'four.txt': '4',
    })
    assert.equal(some.status, 201)
    assert.include(some.text, 'Some of your files have arrived')
    assert.include(some.text, 'Windows allows no ? in names')
    assert.include(some.text, 'Call it &quot;chat 1.txt&quot;')
    assert.include(some.text, 'larger than the 100000 bytes')
    assert.sameMembers(await namesIn(folder), ['one.txt', 'four.txt'])
    assert.equal((await lab.shown(share)).uploads, 2)
    const none = await lab.visitor(share).upload({ 'aux.txt': 'x', 'b:.txt': 'x' })
    assert.equal(none.status, 422)
    assert.include(none.text, 'That did not work')
    assert.include(none.text, 'Windows allows no : in names')
    assert.lengthOf(await namesIn(folder), 2)
  })

  // Red when the form needs the script, or another script may run.
  test('the upload page works without its script, the only one allowed', async ({ assert }) => {
    const share = await lab.share(await lab.folder('Scripted'), { kind: 'upload' })
    const { headers, text } = await lab.visitor(share).ask()
    assert.match(headers.get('content-security-policy')!, /script-src 'self'; connect-src 'self'/)
    assert.lengthOf(text.match(/<script/g)!, 1)
    assert.include(text, '<script src="/receive.js"></script>')
    assert.match(text, /<form\s+method="post"\s+action="[^"]+"\s+enctype="multipart\/form-data"/)
  })

  // Red when receive does not limit the number of files in a form.
  test('a form may have a hundred files', async ({ assert }) => {
    const folder = await lab.folder('Many')
    const visitor = lab.visitor(await lab.share(folder, { kind: 'upload' }))
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, String(at)]))
    const refused = await visitor.upload(files(101))
    assert.isAtLeast(refused.status, 400)
    assert.isBelow(refused.status, 500)
    assert.deepEqual(await namesIn(folder), [])
    assert.equal((await visitor.upload(files(100))).status, 201)
  })

  // Red when the meter checks only the declared length: a chunked form declares none.
  test('a form is limited in bytes, whatever length it declares', async ({ assert }) => {
    const folder = await lab.folder('Large')
    const { id } = await lab.share(folder, { kind: 'upload' })
    await lab.app.inside(async () => {
      const meter = new UploadMeter(id)
      meter.announce(undefined)
      await meter.take(mostBytesPerForm)
      await assert.rejects(() => meter.take(1), /at most 5 GiB/)
    })
  })

  // Red when receiveFiles does not check the folder again, or only for reading.
  test('nothing is uploaded where the creator may no longer write', async ({ assert }) => {
    const [folder, thrown] = [await lab.folder('Archive'), await lab.folder('Thrown away')]
    const above = await lab.folder('Above')
    const below = await lab.folder('Below', above.id)
    const upload = async (share: Share) => {
      const { status, text } = await lab.visitor(share).upload({ 'new.txt': 'new' })
      return [status, text.includes('Nothing here')]
    }
    const [first, second, third] = [
      await lab.share(folder, { kind: 'upload' }),
      await lab.share(thrown, { kind: 'upload' }),
      await lab.share(below, { kind: 'upload' }),
    ]
    await lab.permit(folder, 'read')
    for (const { id } of [thrown, above]) {
      await lab.app.ok('DELETE', `/api/assets/${id}`, { as: lab.acme.editor })
    }
    assert.deepEqual(await upload(first), [404, true])
    assert.deepEqual(await upload(second), [404, true])
    assert.deepEqual(await upload(third), [404, true])
    assert.deepEqual(await namesIn(folder), [])
    for (const { id } of [thrown, above]) {
      await lab.app.ok('POST', `/api/assets/${id}/restore`, { as: lab.acme.editor })
    }
    assert.deepEqual([...(await namesIn(thrown)), ...(await namesIn(below))], [])
    assert.deepEqual(await upload(second), [201, false])
  })

  // Each red when a count does not check that the link still works.
  test('a link that ends, by {$self}, after the check counts nothing')
    .with(['revoked_at', 'expires_at'])
    .run(async ({ assert }, ending) => {
      const folder = await lab.folder(`Ending by ${ending}`)
      const file = await lab.file('a.txt', 'a', folder.id)
      const [shown, inbox] = [await lab.share(folder), await lab.share(folder, { kind: 'upload' })]
      const found = await inAcme(() => ShareRow.query().whereIn('id', [shown.id, inbox.id]))
      const row = ({ id }: Share) => found.find((one) => one.id === id)!
      const values = { [ending]: new Date(Date.now() - 1_000).toISOString() }
      for (const share of [shown, inbox]) await lab.alter(share, values)
      await inAcme(async () => {
        await assert.rejects(() => countDownload(row(shown), file), /does not work/)
        await assert.rejects(() => countUploads(row(inbox), [file.id]), /does not work/)
      })
      assert.equal((await lab.shown(shown)).downloads, 0)
      assert.equal((await lab.shown(inbox)).uploads, 0)
    })

  // Red when linkLetter does not check that the owner of the link may sign in.
  test('no mail is sent in the name of a person who may no longer sign in', async ({ assert }) => {
    const as = lab.acme.admin
    const email = 'leaving@acme.example'
    const person = { as, body: { email, role: 'editor' } }
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', person)
    const maker = await lab.app.signIn(email, 'acme')
    const file = await lab.file('offer.txt', 'offer')
    const share = await lab.share(file, {}, maker)
    // The mail as its job would send it later.
    const letter = () =>
      inAcme(async () => {
        const url = secrets.use().seal(share.url, mailContext(share.id))
        return linkLetter.compose({ id: share.id, to: 'guest@elsewhere.example', url })
      })
    assert.equal((await letter())?.to, 'guest@elsewhere.example')
    await lab.app.ok('PUT', `/api/users/${id}`, { as, body: { isActive: false } })
    assert.isNull(await letter())
  })
})
