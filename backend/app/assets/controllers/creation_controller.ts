import type { HttpContext } from '@adonisjs/core/http'
import { Answer, stillAllowed, type Input } from '@crossdock/kernel/http'
import { contentStore, ContentTooLarge, UploadForm } from '@crossdock/kernel/storage'
import { createFolder } from '../actions/create_folder.js'
import { discardOnFailure } from '../actions/discarding.js'
import { checkUpload, uploadFile } from '../actions/upload_file.js'
import { parseFileTime } from '../file_time.js'
import { FileType } from '../mime_type.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { assertFitsQuota } from '../storage_quota.js'
import { safeName } from '../safe_name.js'
import type { newFolder } from '../validators/asset.js'
import { parentOf, refuseFieldsInQuery, uploadFields } from './parent_field.js'

/** Bytes that a multipart form may have in addition to the file. */
const FORM_BYTES = 64 * 1024

/** Larger forms are checked before their file is read. For smaller ones the checks cost more than reading. */
const SHORT_FORM = 256 * 1024

export default class CreationController {
  async store({ http, body }: Input<typeof newFolder | undefined>) {
    if (!body) return await this.#upload(http)
    const { name, parentId = null } = body
    return new Answer(201, await createFolder({ name, parentId }))
  }

  async #upload(http: HttpContext) {
    refuseFieldsInQuery(http)
    const maxBytes = await maxUploadBytes()
    const declared = Number(http.request.header('content-length') ?? 0)
    if (declared > maxBytes + FORM_BYTES) throw new ContentTooLarge(maxBytes)
    if (declared > SHORT_FORM) await assertFitsQuota(declared - FORM_BYTES)
    const form = new UploadForm(http.request.request, 'file', stillAllowed(http), 1, uploadFields)
    try {
      const isShort = declared > 0 && declared <= SHORT_FORM
      const { asset, created } = await this.#receive(form, { maxBytes, isShort })
      return new Answer(created ? 201 : 200, asset)
    } catch (error) {
      form.abandon()
      throw error
    }
  }

  async #receive(form: UploadForm, { maxBytes, isShort }: { maxBytes: number; isShort: boolean }) {
    const given = await form.file()
    const name = safeName(given.name, 'file')
    if (!isShort) await checkUpload({ parentId: await parentOf(form.fields), name })
    const type = new FileType(name, given.mimeType)
    const bytes = type.through(given.bytes)
    const content = await contentStore.use().write(bytes, { maxBytes, ownPieces: true })
    return await discardOnFailure(content, async () => {
      await form.end()
      const parentId = await parentOf(form.fields)
      const mimeType = await type.found()
      const fileModifiedAt = parseFileTime(form.fields.fileModifiedAt)
      return await uploadFile({ parentId, name, mimeType, content, fileModifiedAt })
    })
  }
}
