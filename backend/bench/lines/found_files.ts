import { call } from '@crossdock/kernel/testing'
import type { Build } from '../builds.js'
import { orderedId, time } from '../fill_tenant.js'
import { createObject } from '../flows.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { measureP95 } from '../people/asked.js'
import { copyRows, type Expressions } from '../row_copies.js'
import { startSubject, type Subject } from '../subject.js'

const many = 1_000_000
const few = 1_000

const kinds = [
  'Invoice',
  'Customs',
  'Waybill',
  'Contract',
  'Delivery',
  'Damage',
  'Quay',
  'Offer',
  'Manifest',
  'Receipt',
  'Claim',
  'Gate',
  'Weight',
  'Reefer',
  'Bunker',
  'Charter',
]
const partners = [
  'Harbourline',
  'Northgate',
  'Eastwharf',
  'Saltmarsh',
  'Kestrel',
  'Longshore',
  'Brightwater',
  'Tidewater',
  'Ironbridge',
  'Stonequay',
  'Millrace',
  'Fairlead',
  'Capstan',
  'Drydock',
  'Anchorage',
]

/** The i-th word of a list, as SQL. */
const word = (words: readonly string[], index: string): Expressions => ({
  sqlite: `json_extract('${JSON.stringify(words)}', '$[' || (${index}) || ']')`,
  postgres: `('${JSON.stringify(words)}'::jsonb ->> (${index}))`,
})
const kind = word(kinds, `i % ${kinds.length}`)
const partner = word(partners, `(i / ${kinds.length}) % ${partners.length}`)
const number = {
  sqlite: `printf('%07d', (i * 7919) % 1000003)`,
  postgres: `lpad(((i::bigint * 7919) % 1000003)::text, 7, '0')`,
}
const name: Expressions = {
  sqlite: `${kind.sqlite} || ' ' || ${number.sqlite} || '.pdf'`,
  postgres: `${kind.postgres} || ' ' || ${number.postgres} || '.pdf'`,
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const numberOf = (at: number) => String((at * 7919) % 1_000_003).padStart(7, '0')

/**
 * Search terms in turn: a number of only one file, a kind and a customer that some thousands share, a number
 * with its kind, and a term without matches.
 */
function term(turn: number): string {
  const at = (turn * 4_001) % many
  const wantedKind = kinds[at % kinds.length]!
  const customer = partners[Math.floor(at / kinds.length) % partners.length]!
  return [
    numberOf(at),
    `${wantedKind} ${customer}`,
    `${wantedKind} ${numberOf(at)}`,
    `unmatched ${turn}`,
  ][turn % 4]!
}

/** Search in a million files by their names and metadata, and a folder with a thousand files. */
export const foundFiles: PairedLine = {
  name: 'files-found',
  about: `search in ${many.toLocaleString('en')} files by name and metadata, with a folder of ${few.toLocaleString('en')}`,
  figures: {
    search: {
      what: 'search in 1,000,000 files by name and metadata, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(30),
    },
    folder: {
      what: 'folder of 1,000 files in one answer, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(15, 5),
    },
    page: {
      what: 'first 25 files of the folder, P95',
      unit: 'ms',
      better: 'less',
    },
  },
  async open(build, { quick }) {
    const { subject, folderId } = await startFilledSubject(build, quick ? 5_000 : many)
    const { server, token } = subject
    const times = Array.from({ length: quick ? 8 : 200 }, (_, at) => at)
    let turn = 0
    const ask = (paths: string[]) => measureP95(server.url, token, paths)
    const page = (filter: object, to: number) =>
      `/api/assets?filter=${json(filter)}&range=[0,${to}]`
    return {
      ours: {
        name: 'Crossdock',
        measure: async () => ({
          search: await ask(times.map(() => page({ search: term(turn++) }, 24))),
          folder: await ask(times.map(() => page({ parentId: folderId }, few - 1))),
          page: await ask(times.map(() => page({ parentId: folderId }, 24))),
        }),
      },
      close: () => subject.close(),
    }
  },
}

/** The product creates both folders with a file in each, and the files are copied. */
async function startFilledSubject(
  build: Build,
  count: number
): Promise<{ subject: Subject; folderId: string }> {
  const subject = await startSubject({}, build)
  const { server, token, database, tenantId } = subject
  const fileIn = async (folderName: string) => {
    const folderId = await createObject(subject, '/api/assets', {
      name: folderName,
      type: 'folder',
    })
    const form = new FormData()
    form.set('parentId', folderId)
    form.set('file', new Blob(['content']), 'first.pdf')
    const made = await call<{ id: string }>(server.url, 'POST', '/api/assets', {
      as: token,
      body: form,
    })
    const path = `/api/assets/${made.body.id}`
    await call(server.url, 'PUT', path, {
      as: token,
      body: { metadata: { customer: 'Unmatched' } },
    })
    return { folderId, fileId: made.body.id }
  }
  const [archive, folder] = [await fileIn('Archive'), await fileIn('Thousand')]
  // SQLite has one writer, and the server would wait for it.
  await server.stop()
  const fill = async (fileId: string, salt: number, rows: number) => {
    const [id, at] = [orderedId(salt, rows), time(rows)]
    const rowOf = (column: string) => ({ tenant_id: tenantId, [column]: fileId })
    await copyRows(database, {
      table: 'assets',
      of: rowOf('id'),
      count: rows,
      differ: { id, name, words: partner, created_at: at, updated_at: at },
    })
    await copyRows(database, {
      table: 'asset_versions',
      of: rowOf('asset_id'),
      count: rows,
      differ: { id: orderedId(salt + 1, rows), asset_id: id, created_at: at },
    })
  }
  await fill(folder.fileId, 1, few - 1)
  await fill(archive.fileId, 3, count)
  await server.start()
  const path = `/api/assets?filter=${json({ search: term(1) })}&range=[0,24]`
  const found = await call<unknown[]>(server.url, 'GET', path, { as: token })
  if (found.body.length === 0) throw new Error(`No matches for "${term(1)}".`)
  return { subject, folderId: folder.folderId }
}
