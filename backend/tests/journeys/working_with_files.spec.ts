// onOneDatabase: it tests the console in a browser
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makeTenant } from './support/people.js'
import type { Caller } from '@crossdock/backend/testing'
import { call } from '@crossdock/kernel/testing'
import { choose, drop, dropFromDesk, saved, sendOnly } from './support/files.js'
import { journeys } from './support/stage.js'
import { gone, sees, type Visit } from './support/visit.js'

async function makeFolder(visit: Visit, name: string): Promise<void> {
  await visit.button('New folder').click()
  const dialog = visit.dialog('New folder')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create folder' }).click()
  await gone(dialog)
  await visit.toast('Folder created', name)
}

journeys('Journey: working with files', (stage, group) => {
  let as: Caller
  group.setup(async () => void (as = await makeTenant(stage.server, 'acme')))

  test('a file from upload through versions, rename, move and trash to restore', async ({
    assert,
  }) => {
    const visit = await stage.visit({ as })
    const { page } = visit
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await page.goto('/assets')
    await sees(page.getByText('This folder is empty'))
    await makeFolder(visit, 'Archive')
    await makeFolder(visit, 'Waybills')
    await link('Waybills').click()
    await sees(visit.heading('Waybills'))

    const first = 'WAYBILL 1\nGoods: Grüne Äpfel, 椅子\n'
    await choose(page, { name: 'wb-1.txt', content: first })
    await sees(page.getByText('Uploads finished'))
    await sees(visit.row('wb-1.txt').getByText('v1', { exact: true }))
    assert.deepEqual(await saved(page, () => visit.choose('wb-1.txt', 'Download')), {
      name: 'wb-1.txt',
      content: first,
    })

    await choose(page, { name: 'wb-1.txt', content: 'WAYBILL 1, corrected\n' })
    await sees(visit.row('wb-1.txt').getByText('v2', { exact: true }))
    await visit.choose('wb-1.txt', 'Versions')
    const versions = visit.dialog('Versions of wb-1.txt')
    await sees(versions.getByRole('listitem').filter({ hasText: 'Version 2' }).getByText('Current'))
    const old = versions.getByRole('link', { name: 'Download version 1' })
    assert.equal((await saved(page, () => old.click())).content, first)
    await page.keyboard.press('Escape')
    await gone(versions)
    const menu = () => visit.choose('wb-1.txt', 'Download')
    assert.equal((await saved(page, menu)).content, 'WAYBILL 1, corrected\n')

    const dropped = [
      { name: 'wb-2.txt', content: 'two' },
      { name: 'wb-3.txt', content: 'three' },
    ]
    await drop(page, dropped, () => sees(page.getByText('Drop files to upload them to Waybills')))
    await gone(page.getByText('Drop files to upload them to Waybills'))
    await sees(link('wb-2.txt'))
    assert.equal((await saved(page, () => visit.choose('wb-3.txt', 'Download'))).content, 'three')

    await visit.choose('wb-2.txt', 'Rename')
    const rename = visit.dialog('Rename')
    await rename.getByRole('textbox', { name: 'Name' }).fill('a/b')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await sees(rename.getByText('A name cannot contain / or \\'))
    await rename.getByRole('textbox', { name: 'Name' }).fill('wb-2 final.txt')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await sees(page.getByText('wb-2.txt was renamed to wb-2 final.txt'))
    await sees(link('wb-2 final.txt'))

    await visit.choose('wb-2 final.txt', 'Move to...')
    const move = visit.dialog('Move wb-2 final.txt')
    // Its folder has no folders, so the dialog starts above it.
    await move.getByRole('button', { name: 'Archive', exact: true }).click()
    await sees(move.getByText('No folders here'))
    await move.getByRole('button', { name: 'Move here' }).click()
    await sees(page.getByText('wb-2 final.txt was moved to Archive'))
    await gone(link('wb-2 final.txt'))
    await page.getByRole('navigation', { name: 'Folder path' }).getByText('Assets').click()
    await link('Archive').click()
    await sees(link('wb-2 final.txt'))

    await visit.choose('wb-2 final.txt', 'Move to trash')
    await sees(page.getByText('wb-2 final.txt was moved to the trash'))
    await sees(page.getByText('This folder is empty'))
    await page.keyboard.press('Control+z')
    await sees(link('wb-2 final.txt'))
    await visit.choose('wb-2 final.txt', 'Move to trash')
    await sees(page.getByText('This folder is empty'))
    await link('Trash').click()
    await sees(visit.heading('Trash'))
    await visit.button('Restore wb-2 final.txt').click()
    await visit.toast('wb-2 final.txt was restored')
    await sees(page.getByText('The trash is empty'))
    await page.goBack()
    assert.equal(
      (await saved(page, () => visit.choose('wb-2 final.txt', 'Download'))).content,
      'two'
    )
  })

  test('a folder with its contents, found again by search and by its address', async ({
    assert,
  }) => {
    const visit = await stage.visit({ as, refusals: ['409 POST /api/assets'] })
    const { page } = visit
    await page.goto('/assets')
    await makeFolder(visit, 'Invoices')
    await visit.button('New folder').click()
    const dialog = visit.dialog('New folder')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Invoices')
    await dialog.getByRole('button', { name: 'Create folder' }).click()
    await sees(dialog.getByText('"Invoices" exists already in this folder.'))
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('link', { name: 'Invoices', exact: true }).click()
    await sees(page.getByText('This folder is empty'))
    await choose(page, { name: 'july.txt', content: '7' }, { name: 'june.txt', content: '6' })
    await sees(page.getByText('Uploads finished'))
    const answer = await page.reload()
    // A longer cache time would show an old console after an upgrade.
    assert.equal(answer?.headers()['cache-control'], 'no-cache')
    await sees(visit.heading('Invoices'))
    await sees(visit.row('june.txt'))

    await page.getByRole('searchbox', { name: 'Search this folder' }).fill('jul')
    await gone(visit.row('june.txt'))
    await sees(visit.row('july.txt'))
    await page.getByRole('searchbox', { name: 'Search this folder' }).fill('august')
    await sees(page.getByText('No matches'))
    await visit.button('Clear filters').click()
    await sees(visit.row('june.txt'))
  }).tags(['long'])

  /** Red when a reload loses the progress, or later data goes to the wrong place. */
  test('an upload resumes after a reload in the middle', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-files-'))
    cleanup(() => rm(folder, { recursive: true }))
    const bytes = randomBytes(20 * 1024 * 1024)
    await writeFile(join(folder, 'scans.bin'), bytes)

    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets?new=folder')
    await visit.dialog('New folder').getByRole('textbox', { name: 'Name' }).fill('Large files')
    await visit.dialog('New folder').getByRole('button', { name: 'Create folder' }).click()
    await page.getByRole('link', { name: 'Large files', exact: true }).click()
    await sees(page.getByText('This folder is empty'))

    const half = bytes.length / 2
    const { address } = await sendOnly(page, bytes.subarray(0, half))
    const input = page.getByLabel('Choose files to upload')
    await input.setInputFiles(join(folder, 'scans.bin'))
    const upload = await address
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await sees(visit.button('In progress: 0, needs attention: 1. 1 interrupted'))
    await visit.button('In progress: 0, needs attention: 1. 1 interrupted').click()
    await sees(page.getByText('Interrupted. Choose the file again to resume.'))

    const went = page.waitForRequest((request) => request.method() === 'PATCH')
    const opened = page.waitForEvent('filechooser')
    await visit.button('Choose file scans.bin again').click()
    await (await opened).setFiles(join(folder, 'scans.bin'))
    const go = await went
    assert.equal(new URL(go.url()).pathname, upload)
    assert.equal(go.headers()['upload-offset'], String(half))
    await sees(page.getByText('All uploads finished'))
    // The tray was opened and covers the rows.
    await page.keyboard.press('Escape')
    const started = page.waitForEvent('download')
    await visit.choose('scans.bin', 'Download')
    const hash = createHash('sha256')
    for await (const chunk of await (await started).createReadStream()) hash.update(chunk)
    assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'))
  })

  /** Red when files of a chosen or dropped folder lose their structure, or a folder is refused. */
  test('folders are uploaded with their contents', async ({ assert, cleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-folders-'))
    cleanup(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'Customs', '2026'), { recursive: true })
    await writeFile(join(folder, 'Customs', '2026', 'decl.txt'), 'declared')
    await writeFile(join(folder, 'Customs', 'empty.txt'), '')
    await mkdir(join(folder, 'Dropped', 'below'), { recursive: true })
    await writeFile(join(folder, 'Dropped', 'below', 'note.txt'), 'dropped')

    const visit = await stage.visit({ as })
    const { page } = visit
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await page.goto('/assets')
    const opened = page.waitForEvent('filechooser')
    await visit.button('More ways to upload').click()
    await page.getByRole('menuitem', { name: 'Upload folder' }).click()
    await (await opened).setFiles(join(folder, 'Customs'))
    await link('Customs').click()
    await sees(link('empty.txt'))
    await link('2026').click()
    assert.equal(
      (await saved(page, () => visit.choose('decl.txt', 'Download'))).content,
      'declared'
    )

    await page.goto('/assets')
    await sees(visit.button('New folder'))
    const hint = page.getByText('Drop files to upload them to Assets')
    await dropFromDesk(page, [join(folder, 'Dropped')], () => sees(hint))
    await link('Dropped').click()
    await link('below').click()
    assert.equal((await saved(page, () => visit.choose('note.txt', 'Download'))).content, 'dropped')
  }).tags(['long'])

  /** Red when the console creates an upload first and sends its bytes with another request. */
  test('small files of a dropped folder arrive with one request each', async ({
    assert,
    cleanup,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-small-'))
    cleanup(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'Labels'))
    const contents = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`label-${at}.txt`, `Label ${at}: Grüne Äpfel\n`])
    )
    for (const [name, content] of Object.entries(contents)) {
      await writeFile(join(folder, 'Labels', name), content)
    }

    const visit = await stage.visit({ as })
    const { page } = visit
    await page.goto('/assets')
    await sees(visit.button('New folder'))
    const sent: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/uploads')) sent.push(`${request.method()} ${pathname}`)
    })
    const hint = page.getByText('Drop files to upload them to Assets')
    await dropFromDesk(page, [join(folder, 'Labels')], () => sees(hint))
    await sees(page.getByText('Uploads finished'))
    assert.deepEqual(sent, Array(20).fill('POST /api/uploads'))

    const read = async <T>(path: string) =>
      (await call<T>(stage.server.url, 'GET', `/api/assets${path}`, { as })).body
    const list = (filter: object) =>
      read<{ id: string; name: string }[]>(
        `?range=[0,49]&filter=${encodeURIComponent(JSON.stringify(filter))}`
      )
    const labels = (await list({ parentId: null })).find(({ name }) => name === 'Labels')!
    const arrived = await list({ parentId: labels.id })
    const stored = await Promise.all(
      arrived.map(async ({ id, name }) => [name, await read<string>(`/${id}/content`)])
    )
    assert.deepEqual(Object.fromEntries(stored), contents)
  }).tags(['long'])
})
