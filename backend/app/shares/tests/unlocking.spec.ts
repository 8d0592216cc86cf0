import { mock } from 'node:test'
import { test } from '@japa/runner'
import { passwordsPerLink } from '../limits.js'
import { hashPassword } from '../password.js'
import { sharesLab, type Seen, type Share } from './support.js'

const password = 'open sesame 9'
const hourMs = 60 * 60_000

const isGone = ({ status, text }: Seen) => status === 404 && text.includes('Nothing here')
const asksPassword = ({ text }: Seen) => text.includes('type="password"')

/** Runs work at a later time. */
async function after<T>(hours: number, work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * hourMs })
  try {
    return await work()
  } finally {
    mock.timers.reset()
  }
}

test.group('Unlocking a link', (group) => {
  const lab = sharesLab(group)
  const downloads = async (share: Share) => (await lab.shown(share)).downloads

  // Red when receive does not check isUnlocked.
  test('nothing is uploaded before the password is entered', async ({ assert }) => {
    const folder = await lab.folder('Inbox')
    const share = await lab.share(folder, { kind: 'upload', password })
    const visitor = lab.visitor(share)
    const filesIn = () =>
      lab.app.ok<{ name: string }[]>('GET', `/api/assets?parent=${folder.id}`, {
        as: lab.acme.editor,
      })
    const asked = await visitor.upload({ 'early.txt': 'early' })
    assert.equal(asked.status, 200)
    assert.isTrue(asksPassword(asked))
    assert.deepEqual(await filesIn(), [])
    assert.equal((await lab.shown(share)).uploads, 0)
    await visitor.enter(password)
    assert.equal((await visitor.upload({ 'late.txt': 'late' })).status, 201)
    assert.deepEqual(
      (await filesIn()).map(({ name }) => name),
      ['late.txt']
    )
  })

  // Red when checkPassword does not count for the link, or does not refund a correct password.
  test('all networks together have a hundred password attempts for one link', async ({
    assert,
  }) => {
    const file = await lab.file('guessed.txt', 'x')
    const share = await lab.share(file, { password })
    const guess = (given: string) => lab.visitor(share).enter(given)
    // Ninety-nine attempts from different networks.
    await lab.app.inside(() => passwordsPerLink.use(share.id, 99))
    for (const _ of [1, 2, 3]) assert.equal((await guess(password)).status, 303)
    assert.equal((await guess('open sesame 8')).status, 403)
    const refused = await guess(password)
    assert.equal(refused.status, 429)
    assert.include(refused.text, 'Too many attempts')
    const other = await lab.share(file, { password })
    assert.equal((await lab.visitor(other).enter(password)).status, 303)
  })

  // Red when the page of the folder, or the password form, does not check isUsedUp.
  test('a used-up link shows no folders and accepts no password', async ({ assert }) => {
    const folder = await lab.folder('Shared')
    const inner = await lab.folder('Inner', folder.id)
    const file = await lab.file('once.txt', 'once', inner.id)
    const share = await lab.share(folder, { maxDownloads: 1, password })
    const visitor = lab.visitor(share)
    await visitor.enter(password)
    assert.include((await visitor.ask(`/folders/${inner.id}`)).text, 'once.txt')
    // A browser may restart a broken download once.
    for (let time = 0; time < 2; time++) {
      assert.equal((await visitor.download(file.id)).text, 'once')
    }
    for (const id of [folder.id, inner.id]) {
      assert.isTrue(isGone(await visitor.ask(`/folders/${id}`)))
    }
    assert.isTrue(isGone(await visitor.ask()))
    assert.isTrue(isGone(await visitor.enter(password)))
  })

  // Red when the end in a cookie is not checked: browsers may keep cookies longer.
  test('a password must be entered again after two hours', async ({ assert }) => {
    const file = await lab.file('hours.txt', 'x')
    const visitor = lab.visitor(await lab.share(file, { password }))
    await visitor.enter(password)
    assert.isFalse(asksPassword(await after(1.9, () => visitor.ask())))
    assert.isTrue(asksPassword(await after(2.1, () => visitor.ask())))
  })

  // Red when a cookie does not depend on the password.
  test('a new password of a link locks out browsers with the previous one', async ({ assert }) => {
    const file = await lab.file('changed.txt', 'x')
    const share = await lab.share(file, { password })
    const visitor = lab.visitor(share)
    await visitor.enter(password)
    assert.include((await visitor.ask()).text, 'changed.txt')
    const another = 'open sesame 10'
    await lab.alter(share, { password: await hashPassword(another) })
    assert.isTrue(asksPassword(await visitor.ask()))
    assert.equal((await visitor.enter(another)).status, 303)
    assert.include((await visitor.ask()).text, 'changed.txt')
  })

  // Red when a begun download belongs to the file instead of its content.
  test('new content of a file is another download', async ({ assert }) => {
    const file = await lab.file('plan.txt', '0123456789')
    const share = await lab.share(file, { maxDownloads: 2 })
    const visitor = lab.visitor(share)
    const from = (start: number) => visitor.download(file.id, { range: `bytes=${start}-` })
    assert.equal((await from(5)).text, '56789')
    assert.equal((await from(8)).text, '89')
    assert.equal(await downloads(share), 1)
    await lab.file('plan.txt', 'abcdefghij')
    assert.equal((await from(5)).text, 'fghij')
    assert.equal(await downloads(share), 2)
    await lab.file('plan.txt', 'ABCDEFGHIJ')
    assert.isTrue(isGone(await from(5)))
  })

  // Red when a download can continue at any time.
  test('a download can continue for six hours', async ({ assert }) => {
    const file = await lab.file('slow.txt', '0123456789')
    const share = await lab.share(file, { maxDownloads: 1 })
    const visitor = lab.visitor(share)
    const from = (start: number) => visitor.download(file.id, { range: `bytes=${start}-` })
    assert.equal((await from(5)).text, '56789')
    assert.equal((await after(5.9, () => from(8))).text, '89')
    assert.isTrue(isGone(await after(6.1, () => from(8))))
  })

  // Red when resolveRights gives every folder to a link that had them when it was created.
  test('a link opens every folder while its creator may', async ({ assert }) => {
    const as = lab.acme.admin
    const email = 'second@acme.example'
    const person = { as, body: { email, role: 'admin' } }
    const { id } = await lab.app.ok<{ id: string }>('POST', '/api/users', person)
    const maker = await lab.app.signIn(email, 'acme')
    const folder = await lab.folder('Board')
    const file = await lab.file('minutes.txt', 'minutes', folder.id)
    const sibling = await lab.file('sibling.txt', 'sibling')
    await lab.permit(folder, 'none')
    const visitor = lab.visitor(await lab.share(file, {}, maker))
    const other = lab.visitor(await lab.share(sibling, {}, maker))
    assert.equal((await visitor.download(file.id)).text, 'minutes')
    await lab.app.ok('PUT', `/api/users/${id}`, { as, body: { role: 'editor' } })
    assert.isTrue(isGone(await visitor.ask()))
    assert.isTrue(isGone(await visitor.download(file.id)))
    assert.equal((await other.download(sibling.id)).text, 'sibling')
  })
})
