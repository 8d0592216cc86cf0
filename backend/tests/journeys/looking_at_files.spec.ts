// onOneDatabase: it tests the console in a browser
import { test } from '@japa/runner'
import type { Locator } from 'playwright-core'
import type { Caller } from '@crossdock/backend/testing'
import { pdf, picture, svg } from '../../app/assets/tests/drawn_files.js'
import { makeTenant, post } from './support/people.js'
import { saved } from './support/files.js'
import { journeys } from './support/stage.js'
import { sees, type Visit } from './support/visit.js'

/** One second of silence. */
function wav(): Buffer {
  const rate = 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + rate, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(rate, 40)
  return Buffer.concat([head, Buffer.alloc(rate, 128)])
}

const attack = '<!doctype html><script>document.title = "run"; window.name = "run"</script>'

journeys('Journey: looking at files', (stage, group) => {
  let as: Caller
  group.setup(async () => void (as = await makeTenant(stage.server, 'acme')))

  async function put(name: string, bytes: Buffer | string, type: string): Promise<string> {
    const form = new FormData()
    const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
    form.set('file', new Blob([content], { type }), name)
    return ((await post(stage.server, as, '/api/assets', form)) as { id: string }).id
  }

  /** Waits until a picture has loaded. */
  async function comes({ page }: Visit, image: Locator): Promise<void> {
    await sees(image)
    const isThere = (one: SVGElement | HTMLElement) => (one as HTMLImageElement).naturalWidth > 0
    await page.waitForFunction(isThere, (await image.elementHandle())!)
  }

  const previewOf = (visit: Visit) => visit.page.getByRole('region', { name: 'Preview' })

  async function open(visit: Visit, id: string): Promise<Locator> {
    await visit.page.goto(`/assets/${id}`)
    await sees(previewOf(visit))
    return previewOf(visit)
  }

  test('the list shows thumbnails as soon as they are drawn', async () => {
    const visit = await stage.visit({ as })
    await visit.page.goto('/assets')
    await sees(visit.button('New folder'))
    await put('yard.png', await picture(600, 400).png().toBuffer(), 'image/png')
    await put('order.pdf', pdf(1), 'application/pdf')
    for (const name of ['yard.png', 'order.pdf']) {
      await comes(visit, visit.row(name).locator('img'))
    }
  }).tags(['long'])

  test('pictures are shown, including formats that browsers lack, and the pages of a PDF', async () => {
    const image = await put('quay.png', await picture(600, 400).png().toBuffer(), 'image/png')
    const scan = await put('scan.tiff', await picture(600, 400).tiff().toBuffer(), 'image/tiff')
    const bill = await put('bill.pdf', pdf(2), 'application/pdf')
    const visit = await stage.visit({ as })
    await comes(visit, (await open(visit, image)).getByAltText('quay.png'))
    await visit.button('Zoom in').click()
    await comes(visit, (await open(visit, scan)).getByAltText('scan.tiff'))
    const pages = await open(visit, bill)
    await comes(visit, pages.getByAltText('Page 1 of bill.pdf'))
    await visit.button('Next page').click()
    await sees(pages.getByText('Page 2 of 2'))
    await comes(visit, pages.getByAltText('Page 2 of bill.pdf'))
  }).tags(['long'])

  test('texts, tables and sounds are shown, and can be downloaded', async ({ assert }) => {
    const notes = 'Gate 4\nGate 5\n'
    const text = await put('notes.txt', notes, 'text/plain')
    const csv = await put('rates.csv', 'carrier;price\nNord;12\n', 'text/csv')
    const sound = await put('call.wav', wav(), 'audio/wav')
    const visit = await stage.visit({ as })
    const { page } = visit
    await sees((await open(visit, text)).getByText('Gate 5'))
    const { content } = await saved(page, () => visit.button('Download').click())
    assert.equal(content, notes)
    await sees((await open(visit, csv)).getByRole('columnheader', { name: 'price' }))
    const audio = (await open(visit, sound)).locator('audio')
    await sees(audio)
    const length = await page.waitForFunction(
      (one) => (one as HTMLAudioElement).duration || 0,
      await audio.elementHandle()
    )
    assert.closeTo(Number(await length.jsonValue()), 1, 0.1)
  }).tags(['long'])

  // Red when content is served without its own policy, or HTML and SVG inline.
  test('active content does not run, neither opened nor shown', async ({ assert }) => {
    const page = await put('page.html', attack, 'text/html')
    const drawing = await put(
      'drawing.svg',
      svg.replace('alert(1)', 'window.name = "run"'),
      'image/svg+xml'
    )
    const text = await put('attack.txt', attack, 'text/plain')
    const fake = await put('fake.png', attack, 'image/png')
    const visit = await stage.visit({ as })
    const tab = visit.page
    await tab.goto('/assets')
    for (const id of [page, drawing, fake]) {
      for (const query of ['', '?disposition=inline']) {
        const address = `/api/assets/${id}/content${query}`
        const { content } = await saved(tab, () => tab.goto(address).catch(() => undefined))
        assert.isNotEmpty(content)
      }
    }
    await tab.goto(`/api/assets/${text}/content?disposition=inline`)
    assert.include(await tab.innerText('body'), '<script>')
    assert.notEqual(await tab.title(), 'run')
    assert.equal(await tab.evaluate(() => window.name), '')
    for (const id of [page, drawing]) {
      await tab.goto(`/assets/${id}`)
      await sees(tab.getByRole('region', { name: 'Preview' }))
      assert.equal(await tab.evaluate(() => window.name), '')
    }
  }).tags(['long'])
})
