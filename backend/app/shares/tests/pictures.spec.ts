import { until } from '@crossdock/backend/testing'
import { clock, unscoped } from '@crossdock/kernel/database'
import { size, type Caller } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { previewPictures, slowPictures, thumbnailPictures } from '../../assets/pictures/pictures.js'
import { nestedPdf, picture } from '../../assets/tests/drawn_files.js'
import { sharesLab, type Thing } from './support.js'

interface Job {
  name: string
  run_at: string
}

/** Whether a job is delayed by more than five seconds. */
const waits = ({ run_at: at }: Job) => Date.parse(at) > clock.now() + 5_000

/** A PDF of 2.4 KB that takes too long to draw. */
const hostile = (mark: string | number) => nestedPdf(8, String(mark))

test.group('Pictures of files from visitors', (group) => {
  const lab = sharesLab(group)

  const jobs = (tenant: string): Promise<Job[]> =>
    lab.stored(async () =>
      unscoped().from('jobs').where('tenant_id', tenant).whereLike('name', 'assets.make%')
    )
  const upload = (name: string, bytes: Buffer, as: Caller) => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(bytes)]), name)
    return lab.app.ok<Thing>('POST', '/api/assets', { as, body })
  }
  const png = () => picture(200, 200).png().toBuffer()
  /** Uploads a picture, waits for its thumbnail, and requests its preview. */
  const isDrawn = async (as: Caller, name = 'quay.png') => {
    const { id } = await upload(name, await png(), as)
    await until(`the thumbnail of ${name}`, async () => {
      const [file] = await lab.app.ok<{ hasThumbnail: boolean }[]>(
        'GET',
        `/api/assets?filter=${encodeURIComponent(JSON.stringify({ id: [id] }))}`,
        { as }
      )
      return file!.hasThumbnail
    })
    const { status } = await fetch(`${lab.app.url}/api/assets/${id}/preview`, as)
    return status === 200
  }
  const slowProcess = () => until('the slow lane to draw', () => slowPictures().pid)
  /** Runs `work` while the process of the slow lane is stopped. */
  async function stopped<T>(work: () => Promise<T>): Promise<T> {
    const pid = await slowProcess()
    process.kill(pid, 'SIGSTOP')
    try {
      return await work()
    } finally {
      process.kill(pid, 'SIGKILL')
    }
  }
  async function inbox(as: Caller, name: string) {
    const folder = await lab.folder(name, null, as)
    return lab.visitor(await lab.share(folder, { kind: 'upload' }, as))
  }
  const send = async (visitor: Awaited<ReturnType<typeof inbox>>, files: [string, Buffer][]) => {
    const body = new FormData()
    for (const [name, bytes] of files) body.append('file', new Blob([new Uint8Array(bytes)]), name)
    return (await visitor.ask('/files', { method: 'POST', body })).status
  }

  group.each.teardown(async () => {
    await lab.stored(async () => unscoped().from('jobs').whereLike('name', 'assets.make%').delete())
    for (const lane of [thumbnailPictures(), previewPictures(), slowPictures()]) lane.end()
  })

  // Red when files of visitors are drawn in the lane of other files.
  test('do not delay other pictures', async ({ assert }) => {
    const other = await lab.app.tenant('birch')
    const visitor = await inbox(lab.acme.editor, 'Inbox')
    const many = Array.from({ length: size({ quick: 5, full: 40 }) }, (_, at) => at)
    const files = many.map((at): [string, Buffer] => [`${at}.pdf`, hostile(at)])
    assert.equal(await send(visitor, files), 201)
    await stopped(async () => {
      assert.isTrue(await isDrawn(other.editor))
      assert.isTrue(await isDrawn(lab.acme.editor))
      const names = (await jobs(lab.acme.id)).map(({ name }) => name)
      assert.deepEqual(new Set(names), new Set(['assets.makeThumbnailSlowly']))
      assert.lengthOf(names, many.length)
    })
  })

  // Red when a first try has the limits of the slow lane.
  test('get a short first try in a preview, and are too large after the slow lane', async ({
    assert,
  }) => {
    const other = await lab.app.tenant('cedar')
    lab.app.clock.advance(60_000)
    const { id } = await upload('plan.pdf', hostile('person'), lab.acme.editor)
    await stopped(async () => assert.isTrue(await isDrawn(other.editor, 'cedar.png')))
    // The slow lane has used up the budget of its tenant.
    await until('the job to wait', async () => (await jobs(lab.acme.id)).some(waits))
    lab.app.clock.advance(60_000)
    process.kill(await slowProcess(), 'SIGKILL')
    await until('its end', async () => (await jobs(lab.acme.id)).length === 0)
    previewPictures().end()
    const answer = await fetch(`${lab.app.url}/api/assets/${id}/preview`, lab.acme.editor)
    const { code, params } = (await answer.json()) as { code: string; params: { reason: string } }
    assert.deepEqual([code, params.reason], ['E_NO_PREVIEW', 'too_large'])
    assert.isUndefined(previewPictures().pid)
  })

  // Red when the slow lane charges nothing, or its job does not wait for its tenant's next minute.
  test('use the slow lane only within the budget of their tenant', async ({ assert }) => {
    const other = await lab.app.tenant('dogwood')
    const [visitor, others] = [
      await inbox(lab.acme.editor, 'Late'),
      await inbox(other.editor, 'Good'),
    ]
    lab.app.clock.advance(60_000)
    await send(
      visitor,
      ['a', 'b', 'c'].map((mark): [string, Buffer] => [`${mark}.pdf`, hostile(mark)])
    )
    process.kill(await slowProcess(), 'SIGKILL')
    await until('all of them to wait', async () => {
      const all = await jobs(lab.acme.id)
      return all.length === 3 && all.every(waits)
    })
    await send(others, [['good.png', await png()]])
    await until('the picture of another', async () => (await jobs(other.id)).length === 0)
    assert.lengthOf(await jobs(lab.acme.id), 3)
    slowPictures().end()
    lab.app.clock.advance(60_000)
    process.kill(await slowProcess(), 'SIGKILL')
  })
})
