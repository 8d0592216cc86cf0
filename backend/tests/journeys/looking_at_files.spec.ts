import { test } from '@japa/runner'
import type { Caller } from '@crossdock/backend/testing'
import { pdf, picture, svg } from '../../app/assets/tests/drawn_files.js'
import { makeTenant, post } from './support/people.js'
import { saved } from './support/files.js'
import { journeys } from './support/stage.js'
import { sees } from './support/visit.js'

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

  test('each kind is shown, and may be downloaded', async ({ assert }) => {
    const ids = {
      image: await put('quay.png', await picture(600, 400).png().toBuffer(), 'image/png'),
      scan: await put('scan.tiff', await picture(600, 400).tiff().toBuffer(), 'image/tiff'),
      pdf: await put('bill.pdf', pdf(2), 'application/pdf'),
      text: await put('notes.txt', 'Gate 4\nGate 5\n', 'text/plain'),
      csv: await put('rates.csv', 'carrier;price\nNord;12\n', 'text/csv'),
      sound: await put('call.wav', wav(), 'audio/wav'),
    }
    const visit = await stage.visit({ as })
    const { page } = visit
    // Drawn behind the upload; the list shows it by itself.
    await page.goto('/assets')
    for (const name of ['quay.png', 'scan.tiff', 'bill.pdf']) {
      const thumbnail = visit.row(name).locator('img')
      await sees(thumbnail)
      await page.waitForFunction(
        (image) => (image as HTMLImageElement).naturalWidth > 0,
        await thumbnail.elementHandle()
      )
    }
    const preview = page.getByRole('region', { name: 'Preview' })
    const open = async (id: string) => {
      await page.goto(`/assets/${id}`)
      await sees(preview)
    }
    const isDrawn = async (name: string) => {
      const image = preview.getByAltText(name)
      await sees(image)
      await page.waitForFunction(
        (one) => (one as HTMLImageElement).naturalWidth > 0,
        await image.elementHandle()
      )
    }
    await open(ids.image)
    await isDrawn('quay.png')
    await visit.button('Zoom in').click()
    await sees(preview.getByAltText('quay.png'))
    await open(ids.scan)
    await isDrawn('scan.tiff')
    await open(ids.pdf)
    await isDrawn('Page 1 of bill.pdf')
    await visit.button('Next page').click()
    await sees(preview.getByText('Page 2 of 2'))
    await isDrawn('Page 2 of bill.pdf')
    await open(ids.text)
    await sees(preview.getByText('Gate 5'))
    assert.equal(
      (await saved(page, () => visit.button('Download').click())).content,
      'Gate 4\nGate 5\n'
    )
    await open(ids.csv)
    await sees(preview.getByRole('columnheader', { name: 'price' }))
    await open(ids.sound)
    const audio = preview.locator('audio')
    await sees(audio)
    const length = await page.waitForFunction(
      (one) => (one as HTMLAudioElement).duration || 0,
      await audio.elementHandle()
    )
    assert.closeTo(Number(await length.jsonValue()), 1, 0.1)
  })

  // Red when content is served without its own policy, or HTML and SVG inline.
  test('what could run does not run here, neither opened nor shown', async ({ assert }) => {
    const page = await put('page.html', attack, 'text/html')
    const drawing = await put(
      'drawing.svg',
      svg.replace('alert(1)', 'window.name = "run"'),
      'image/svg+xml'
    )
    const text = await put('notes.txt', attack, 'text/plain')
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
  })
})
