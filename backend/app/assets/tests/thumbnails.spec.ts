import { unscoped } from '@crossdock/kernel/database'
import { enqueue, jobRef } from '@crossdock/kernel/jobs'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { until } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { previewPictures, slowPictures, thumbnailPictures } from '../pictures/pictures.js'
import {
  avifBomb,
  endlessPdf,
  formPdf,
  heic,
  lockedPdf,
  pdf,
  picture,
  pngBomb,
  svg,
} from './drawn_files.js'
import { assetsApp, type Files } from './support.js'

interface Row {
  id: string
  source_id: string
  content_id: string | null
  reason: string | null
}

const look = <T>(work: () => Promise<T>) => asOperator('a test looks', work)

const rowsOf = (tenant: string): Promise<Row[]> =>
  look(async () => unscoped().from('thumbnails').where('tenant_id', tenant))

const jobsOf = (tenant: string, name = 'assets.makeThumbnail') =>
  look(async () => unscoped().from('jobs').where({ tenant_id: tenant, name }))

const slowJob = 'assets.makeThumbnailSlowly'

const drawn = (tenant: string) =>
  until(
    'the pictures to be drawn',
    async () => (await jobsOf(tenant)).length + (await jobsOf(tenant, slowJob)).length === 0
  )

/** How many pixels of a picture are blue. */
async function bluePixels(bytes: Buffer): Promise<number> {
  const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let blue = 0
  for (let at = 0; at < data.length; at += 3) {
    if (data[at + 2]! > 150 && data[at]! < 110 && data[at + 1]! < 130) blue++
  }
  return blue
}

async function shown(files: Files, path: string, headers: Record<string, string> = {}) {
  const url = new URL(`/api/assets/${path}`, files.app.url)
  const reply = await fetch(url, { headers: { ...files.as.headers, ...headers } })
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: reply.headers, bytes }
}

test.group('Thumbnails', (group) => {
  const assets = assetsApp(group)

  // Red when new files of a batch, which are put together, get none (`putNewFiles`).
  test('pictures of a batch upload have them, too', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    const form = new FormData()
    const bytes = new Uint8Array(await picture(30, 20).png().toBuffer())
    form.append('file', new Blob([bytes], { type: 'image/png' }), 'in/a.png')
    const { status } = await files.call('POST', '/batch', { body: form })
    assert.equal(status, 200)
    await drawn(tenant)
    assert.lengthOf(await rowsOf(tenant), 1)
  })

  async function uploaded(name: string, bytes: Buffer | string, mimeType: string) {
    const { id: tenant, files } = await assets.tenant()
    const { status, body } = await files.upload({ name, bytes, mimeType })
    if (status !== 201) throw new Error(body.message)
    await drawn(tenant)
    return { tenant, files, id: body.id }
  }

  test('are drawn after the upload: {name}')
    .with([
      { name: 'quay.jpg', make: () => picture(1200, 800).jpeg().toBuffer(), size: [512, 341] },
      { name: 'tall.png', make: () => picture(30, 3000).png().toBuffer(), size: [5, 512] },
      { name: 'small.webp', make: () => picture(40, 30).webp().toBuffer(), size: [40, 30] },
      { name: 'old.gif', make: () => picture(600, 600).gif().toBuffer(), size: [512, 512] },
      { name: 'scan.tiff', make: () => picture(600, 300).tiff().toBuffer(), size: [512, 256] },
      {
        name: 'phone.avif',
        make: () => picture(600, 300).avif({ effort: 0 }).toBuffer(),
        size: [512, 256],
      },
      { name: 'photo.heic', make: () => heic(), size: [96, 64] },
      { name: 'bill.pdf', make: () => pdf(2), size: [396, 512] },
    ])
    .run(async ({ assert }, { name, make, size }) => {
      // The server finds the type by the name.
      const { files, id } = await uploaded(name, await make(), 'application/octet-stream')
      assert.isTrue((await files.list())[0]!.hasThumbnail)
      assert.isTrue((await files.call('GET', `/${id}`)).body.hasThumbnail)
      const { status, headers, bytes } = await shown(files, `${id}/thumbnail`)
      assert.equal(status, 200)
      const { format, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ['webp', ...size])
      assert.equal(headers.get('content-type'), 'image/webp')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
    })

  test('are rotated by the orientation of the camera', async ({ assert }) => {
    const lying = await picture(300, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { files, id } = await uploaded('phone.jpg', lying, 'image/jpeg')
    const { width, height } = await sharp((await shown(files, `${id}/thumbnail`)).bytes).metadata()
    assert.deepEqual([width, height], [100, 300])
  })

  test('are cached by browsers for each version', async ({ assert }) => {
    const first = await picture(90, 60).png().toBuffer()
    const { tenant, files, id } = await uploaded('plan.png', first, 'image/png')
    const one = await shown(files, `${id}/thumbnail?version=1`)
    assert.match(one.headers.get('cache-control')!, /^private, max-age=\d{6,}, immutable$/)
    const etag = one.headers.get('etag')!
    const known = await shown(files, `${id}/thumbnail?version=1`, { 'if-none-match': etag })
    assert.deepEqual([known.status, known.bytes.length], [304, 0])
    assert.equal(
      (await shown(files, `${id}/thumbnail`)).headers.get('cache-control'),
      'private, no-cache'
    )

    await files.upload({ name: 'plan.png', bytes: 'no picture', mimeType: 'image/png' })
    await drawn(tenant)
    assert.isFalse((await files.list())[0]!.hasThumbnail)
    const none = await files.call('GET', `/${id}/thumbnail`)
    assert.deepEqual([none.status, none.body.code], [404, 'E_NO_THUMBNAIL'])
    assert.equal((await shown(files, `${id}/thumbnail?version=1`)).status, 200)
    await files.call('POST', `/${id}/versions/1/restore`)
    assert.isTrue((await files.list())[0]!.hasThumbnail)
  })

  test('and previews are private to the tenant', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const { files, id } = await uploaded('plan.png', bytes, 'image/png')
    const { files: others } = await assets.tenant()
    // The other tenant has equal bytes, but no right to this thumbnail.
    await others.upload({ name: 'plan.png', bytes, mimeType: 'image/png' })
    for (const what of ['thumbnail', 'preview']) {
      assert.equal((await files.call('GET', `/${id}/${what}`)).status, 200)
      const { status, body } = await others.call('GET', `/${id}/${what}`)
      assert.deepEqual([status, body.code], [404, 'E_NOT_FOUND'])
    }
  })

  // Red when recordThumbnail() or the job does not look for an existing thumbnail. Red when `marksOf` reads
  // the thumbnails of any tenant: the ids of contents are hashes of their bytes.
  test('of equal bytes in another tenant are not revealed', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const [, other] = [
      await uploaded('ours.png', bytes, 'image/png'),
      await uploaded('theirs.png', bytes, 'image/png'),
    ]
    const isTold = async () => (await other.files.list()).map(({ hasThumbnail }) => hasThumbnail)
    assert.deepEqual(await isTold(), [true])
    await look(async () => unscoped().from('thumbnails').where('tenant_id', other.tenant).delete())
    assert.deepEqual(await isTold(), [false])
  })

  test('of equal bytes are shared, and a copy has one immediately', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const { tenant, files, id } = await uploaded('plan.png', bytes, 'image/png')
    await files.upload({ name: 'same.png', bytes, mimeType: 'image/png' })
    await drawn(tenant)
    const { body: copy } = await files.call('POST', `/${id}/copy`, { body: { parentId: null } })
    assert.isTrue(copy.hasThumbnail)
    assert.lengthOf(await rowsOf(tenant), 1)
  })

  // Red when a failed drawing is not recorded, or fails its job.
  test('that cannot be drawn are recorded, without a notification: {name}')
    .with([
      { name: 'bomb.png', reason: 'too_large', make: pngBomb },
      { name: 'bomb.avif', reason: 'too_large', make: avifBomb },
      { name: 'empty.png', reason: 'damaged', make: () => Buffer.alloc(0) },
      { name: 'text.jpg', reason: 'format', make: () => Buffer.from('a text') },
      { name: 'cut.pdf', reason: 'damaged', make: () => pdf(1).subarray(0, 60) },
      { name: 'locked.pdf', reason: 'password', make: lockedPdf },
      { name: 'cut.heic', reason: 'damaged', make: () => heic().subarray(0, 600) },
      { name: 'script.png', reason: 'format', make: () => Buffer.from(svg) },
      {
        name: 'cut.jpg',
        reason: 'damaged',
        make: async () => {
          const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
          const create = { width: 900, height: 900, channels: 3 as const, noise }
          const whole = await sharp({ create: { ...create, background: '#000' } })
            .jpeg()
            .toBuffer()
          return whole.subarray(0, whole.length / 2)
        },
      },
    ])
    .run(async ({ assert }, { name, reason, make }) => {
      const { tenant, files, id } = await uploaded(name, await make(), 'application/octet-stream')
      const rows = await rowsOf(tenant)
      assert.deepEqual(
        rows.map((row) => [row.content_id, row.reason]),
        [[null, reason]]
      )
      // Red when a preview draws a content whose thumbnail has failed.
      previewPictures().end()
      const preview = await files.call('GET', `/${id}/preview`)
      assert.deepEqual([preview.status, preview.body.params], [404, { name, version: 1, reason }])
      assert.isUndefined(previewPictures().pid)
      assert.isFalse((await files.list())[0]!.hasThumbnail)
      assert.equal((await files.call('GET', `/${id}/thumbnail`)).status, 404)
      assert.isEmpty(await jobsOf(tenant))
      const good = await picture(20, 20).png().toBuffer()
      await files.upload({ name: 'good.png', bytes: good, mimeType: 'image/png' })
      await drawn(tenant)
      assert.isTrue((await files.list('?sort=["createdAt","DESC"]'))[0]!.hasThumbnail)
    })

  test('are not tried for other files, nor for SVG', async ({ assert }) => {
    const { id: tenant, files } = await assets.tenant()
    await files.upload({ name: 'page.html', bytes: svg, mimeType: 'text/html' })
    const { body } = await files.upload({ name: 'a.svg', bytes: svg, mimeType: 'image/svg+xml' })
    assert.equal((await files.call('GET', `/${body.id}/thumbnail`)).status, 404)
    assert.isEmpty(await jobsOf(tenant))
    assert.isEmpty(await rowsOf(tenant))
    const folder = await files.folder('Folder')
    assert.equal((await files.call('GET', `/${folder.id}/thumbnail`)).status, 409)
  })

  // Red when thumbnail() does not enqueue one that was never tried.
  test('of older files are drawn on request', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const { tenant, files, id } = await uploaded('plan.png', bytes, 'image/png')
    await look(async () => unscoped().from('thumbnails').where('tenant_id', tenant).delete())
    assert.equal((await files.call('GET', `/${id}/thumbnail`)).status, 404)
    await drawn(tenant)
    assert.equal((await shown(files, `${id}/thumbnail`)).status, 200)
  })

  // Red without `on delete cascade`, or when namedContents() leaves out thumbnails or names too many.
  test('stay while their file exists, and are deleted with it', async ({ assert }) => {
    const bytes = await picture(90, 60).png().toBuffer()
    const { tenant, files, id } = await uploaded('plan.png', bytes, 'image/png')
    const giveBack = async () => {
      await look(async () =>
        unscoped().from('jobs').where({ tenant_id: tenant, name: 'storage.giveBack' }).delete()
      )
      await inTenant(tenant, () => enqueue(jobRef<object>('storage.giveBack'), {}))
      await until('garbage collection', async () => {
        const jobs = await jobsOf(tenant, 'storage.giveBack')
        // A delayed job waits for the end of leases: it has checked all contents.
        return jobs.every(({ run_at: at }) => Date.parse(at) > Date.now() + 1_000)
      })
    }
    const contents = () =>
      look(async () => unscoped().from('contents').where('tenant_id', tenant).select('id'))
    await giveBack()
    assert.lengthOf(await contents(), 2)
    assert.equal((await shown(files, `${id}/thumbnail`)).status, 200)
    await files.call('DELETE', `/${id}`)
    await giveBack()
    assert.lengthOf(await contents(), 2)
    await files.call('POST', `/${id}/purge`)
    await giveBack()
    assert.isEmpty(await rowsOf(tenant))
    await giveBack()
    assert.isEmpty(await contents())
  })
})

test.group('Previews', (group) => {
  const assets = assetsApp(group)

  async function uploaded(name: string, bytes: Buffer | string) {
    const { files } = await assets.tenant()
    const { body } = await files.upload({ name, bytes, mimeType: 'application/octet-stream' })
    return { files, id: body.id }
  }

  test('show the pages of a PDF, one by one', async ({ assert }) => {
    const { files, id } = await uploaded('bill.pdf', pdf(3))
    for (const page of [1, 3]) {
      const { status, headers, bytes } = await shown(files, `${id}/preview?version=1&page=${page}`)
      assert.equal(status, 200)
      assert.equal(headers.get('page-count'), '3')
      const { format, width, height } = await sharp(bytes).metadata()
      assert.deepEqual([format, width, height], ['webp', 1236, 1600])
      const known = { 'if-none-match': headers.get('etag')! }
      const path = `${id}/preview?version=1&page=${page}`
      assert.equal((await shown(files, path, known)).status, 304)
    }
    const { status, body } = await files.call('GET', `/${id}/preview?page=4`)
    assert.deepEqual([status, body.code], [404, 'E_NO_PAGE'])
    assert.equal(body.message, '"bill.pdf" has no page 4: there are 3.')
    for (const bad of ['0', '-1', 'x', '1.5', '9999999']) {
      assert.equal((await files.call('GET', `/${id}/preview?page=${bad}`)).status, 422)
    }
  })

  test('show formats that browsers cannot, and shrink large pictures', async ({ assert }) => {
    const { files, id } = await uploaded('scan.tiff', await picture(3200, 1000).tiff().toBuffer())
    const { headers, bytes } = await shown(files, `${id}/preview`)
    const { width, height } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, headers.get('page-count')], [1600, 500, '1'])
  })

  // Red when the reason is missing or wrong.
  test('give the reason when there is none: {name}')
    .with([
      { name: 'notes.txt', reason: 'format', bytes: () => Buffer.from('notes') },
      { name: 'a.png', reason: 'format', bytes: () => Buffer.from('no picture') },
      { name: 'empty.pdf', reason: 'damaged', bytes: () => Buffer.alloc(0) },
      { name: 'locked.pdf', reason: 'password', bytes: lockedPdf },
      { name: 'bomb.png', reason: 'too_large', bytes: pngBomb },
    ])
    .run(async ({ assert }, { name, reason, bytes }) => {
      const { files, id } = await uploaded(name, bytes())
      const { status, body } = await files.call('GET', `/${id}/preview`)
      assert.deepEqual(
        [status, body.code, body.params],
        [404, 'E_NO_PREVIEW', { name, version: 1, reason }]
      )
      assert.match(body.message, /^Version 1 of ".+" has no preview: it is |cannot draw its format/)
    })

  // Red without `renderFormFields`.
  test('show filled-in forms: {name}')
    .with([
      { name: 'text field', field: '/FT /Tx /V (x) /AP << /N 5 0 R >>' },
      {
        name: 'text field without an appearance',
        field: '/FT /Tx /V (MMMMMM) /DA (/F1 30 Tf 0 0 1 rg)',
      },
      {
        name: 'check box',
        field: '/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 5 0 R >> >>',
      },
      {
        name: 'signature',
        field: '/FT /Sig /V << /Type /Sig /Filter /Adobe.PPKLite >> /AP << /N 5 0 R >>',
      },
    ])
    .run(async ({ assert }, { name, field }) => {
      const { files, id } = await uploaded(`${name}.pdf`, formPdf(field))
      assert.isAbove(await bluePixels((await shown(files, `${id}/preview`)).bytes), 1_000)
    })

  // Red when a lost first try is final: a picture that needs more would never be shown.
  test('that a first try cannot draw are drawn in the slow lane', async ({ assert }) => {
    const { files, id } = await uploaded('scan.png', await picture(300, 200).png().toBuffer())
    // End the idle process of an earlier test, so that the test kills the new one.
    previewPictures().end()
    const asked = files.call('GET', `/${id}/preview`)
    process.kill(await until('the process', () => previewPictures().pid), 'SIGKILL')
    assert.equal((await asked).status, 200)
    assert.isDefined(slowPictures().pid)
  })

  // Red when the crash is forgotten: a reload would crash the processes again.
  test('that crashed their processes are not retried immediately', async ({ assert }) => {
    const { files, id } = await uploaded('endless.pdf', endlessPdf())
    // Stop the process of thumbnails, so that only previews draw the file.
    const stopped = await until('the process of the thumbnail', () => thumbnailPictures().pid)
    process.kill(stopped, 'SIGSTOP')
    try {
      slowPictures().end()
      const asked = files.call('GET', `/${id}/preview`)
      for (const lane of [previewPictures(), slowPictures()]) {
        process.kill(await until('the process', () => lane.pid), 'SIGKILL')
      }
      const replies = [await asked, await files.call('GET', `/${id}/preview`)]
      assert.deepEqual(
        replies.map(({ body }) => body.params.reason),
        ['too_large', 'too_large']
      )
      assert.isUndefined(previewPictures().pid)
    } finally {
      process.kill(stopped, 'SIGKILL')
    }
  })

  // Red without the limit: one tenant could block the previews of all others.
  test('are limited for each tenant', async ({ assert }) => {
    const { files, id } = await uploaded('a.png', await picture(100, 100).png().toBuffer())
    const many = Array.from({ length: 30 }, (_, at) => at)
    const replies = await Promise.all(many.map(() => shown(files, `${id}/preview`)))
    const statuses = replies.map(({ status }) => status)
    assert.includeMembers([200, 503], statuses)
    assert.include(statuses, 503)
    assert.include(statuses, 200)
    const busy = replies.find(({ status }) => status === 503)!
    assert.equal(busy.headers.get('retry-after'), '2')
    assert.equal((await shown(files, `${id}/preview`)).status, 200)
  })
})
