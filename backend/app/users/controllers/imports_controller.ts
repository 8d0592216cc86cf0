import type { HttpContext } from '@adonisjs/core/http'
import { Answer, Reader, stillAllowed, type Input, type ItemInput } from '@crossdock/kernel/http'
import { ContentTooLarge, UploadForm } from '@crossdock/kernel/storage'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { withSlot } from '../imports/receive_slots.js'
import { beginImport, startImport } from '../imports/start_import.js'
import { findImport, listImportRows } from '../queries/imports.js'
import { showImport, showImportRow } from '../transformers/imports.js'
import type { importUsersBody, importUsersQuery } from '../validators/imports.js'

/** Enough for a hundred thousand people with long names. */
const maxBytes = 16 * 1024 * 1024

export default class ImportsController {
  async store({
    http,
    body,
    query,
  }: Input<typeof importUsersBody | undefined, typeof importUsersQuery>) {
    const bytes = body
      ? Buffer.from(body.csv)
      : await withSlot(currentTenantId(), () => fileOf(http))
    const { dryRun = false, invite = false } = query ?? {}
    const file = await startImport(bytes, { dryRun, invite })
    return new Answer(201, showImport(file, new Reader(http)))
  }

  async show({ http, params }: ItemInput) {
    return showImport(await findImport(params.id), new Reader(http))
  }

  async rows({ http, params, list }: ItemInput) {
    const reader = new Reader(http)
    return (await listImportRows(params.id, list)).map((row) => showImportRow(row, reader))
  }

  async run({ http, params }: ItemInput) {
    return showImport(await beginImport(params.id), new Reader(http))
  }
}

/** @throws Problem 400, 413, 422 */
async function fileOf(http: HttpContext): Promise<Buffer> {
  const form = new UploadForm(http.request.request, 'file', stillAllowed(http), 1, [])
  try {
    const { bytes } = await form.file()
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of bytes) {
      size += piece.length
      if (size > maxBytes) throw new ContentTooLarge(maxBytes)
      pieces.push(piece)
    }
    await form.end()
    return Buffer.concat(pieces)
  } catch (error) {
    form.abandon()
    throw error
  }
}
