import { call } from '@crossdock/kernel/testing'
import { fillFolder } from '../fill.js'
import { startBaseline } from '../start_process.js'
import { sourceOf } from '../baselines/source.js'
import { load } from '../load.js'
import { ratioOf, type PairedLine } from '../paired/line.js'
import { startSubject } from '../subject.js'

const query = (parentId: string) =>
  `/api/assets?filter=${encodeURIComponent(JSON.stringify({ parentId, type: 'file' }))}` +
  `&sort=${encodeURIComponent('["name","ASC"]')}&range=[0,24]`

/** One authenticated page of 25 out of 100,000, filtered by two fields and sorted. */
export const list: PairedLine = {
  name: 'list',
  about: 'a page of 25 out of 100,000, compared with Fastify with the same caches',
  figures: {
    perSecond: {
      what: 'list of 25 out of 100,000, two filters and a sort, c=10',
      unit: '/s',
      better: 'more',
      target: ratioOf(0.6, 0.75),
    },
  },
  async open(build, { quick }) {
    const subject = await startSubject({}, build)
    const { database, server, token, tenantId } = subject
    const folder = await call<{ id: string }>(server.url, 'POST', '/api/assets', {
      as: token,
      body: { name: 'Archive', type: 'folder' },
    })
    const folderId = folder.body.id
    // SQLite has one writer, and the server would wait for it.
    await server.stop()
    await fillFolder(database, tenantId, folderId, quick ? 1_000 : 100_000)
    await server.start()
    const path = query(folderId)
    const side = (name: string, url: string) => ({
      name,
      measure: async () => {
        const { headers } = token
        const { perSecond } = await load({ url, headers, duration: quick ? 1 : 4 })
        return { perSecond }
      },
    })
    const closing = [() => subject.close()]
    return {
      ours: side('Crossdock', server.url + path),
      async startBaseline() {
        const limit = await startBaseline('list', { source: sourceOf(database), folderId })
        closing.unshift(() => limit.close())
        const pages = [call<Row[]>(server.url, 'GET', path, { as: token })]
        pages.push(call<Row[]>(limit.url, 'GET', '/list', { as: token }))
        const [ours, theirs] = (await Promise.all(pages)).map(({ body }) => body)
        assertSame(ours!, theirs!)
        return side('Fastify, one prepared statement', `${limit.url}/list`)
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}

interface Row {
  id: string
}

/** @throws unless both return the same rows */
function assertSame(ours: Row[], theirs: Row[]): void {
  const ids = (rows: Row[]) => rows.map(({ id }) => id).join()
  if (ours.length !== 25 || ids(ours) !== ids(theirs)) {
    throw new Error('The limit does not list what the product lists.')
  }
}
