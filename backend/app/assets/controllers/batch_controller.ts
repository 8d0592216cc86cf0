import { Reader, stillAllowed, type Input } from '@crossdock/kernel/http'
import type { Problem } from '@crossdock/kernel/ground'
import { UploadForm, type IncomingFile, type StoredContent } from '@crossdock/kernel/storage'
import { putFiles } from '../actions/put_files.js'
import { parseFileTimes } from '../file_time.js'
import { FileType } from '../mime_type.js'
import { pathOf } from '../path_of.js'
import { findFolder } from '../queries/find_folder.js'
import { maxUploadBytes } from '../queries/max_upload_bytes.js'
import { withLimitName } from '../storage_quota.js'
import { isRefusal, discardBytes, receiveFile } from '../actions/receive_file.js'
import { SmallFiles } from '../actions/small_files.js'
import { parentOf, refuseFieldsInQuery, uploadFields } from './parent_field.js'

const mostFiles = 1_000

/** A received file: the stored content, or the reason for refusing it. */
type Read =
  | { path: string; refusal: Problem }
  | {
      path: string
      names: string[]
      mimeType: string
      fileModifiedAt: string | null
      content: Promise<StoredContent> | StoredContent
    }

export default class BatchController {
  /** Files go into the folder only after the whole form has arrived: a broken connection leaves nothing. */
  async store({ http }: Input) {
    refuseFieldsInQuery(http)
    const maxBytes = await maxUploadBytes()
    const form = new UploadForm(
      http.request.request,
      'file',
      stillAllowed(http),
      mostFiles,
      uploadFields
    )
    try {
      const small = new SmallFiles()
      const files: Read[] = []
      let parentId: string | null = null
      let timeOf: (at: number) => string | null = () => null
      for await (const file of form.files()) {
        if (files.length === 0) {
          parentId = await parentOf(form.fields)
          timeOf = parseFileTimes(form.fields.fileModifiedAt)
          await findFolder(parentId)
        }
        files.push(await read(file, { maxBytes, small, fileModifiedAt: timeOf(files.length) }))
      }
      await small.end()
      await form.end()
      const all = await Promise.all(files.map((file) => waitForContent(file, parentId)))
      const reader = new Reader(http)
      const results = await putFiles(all)
      return {
        files: results.map(({ message, ...rest }) => ({
          ...rest,
          message: message && reader.say(message),
        })),
      }
    } catch (error) {
      form.abandon()
      throw error
    }
  }
}

interface Reading {
  maxBytes: number
  small: SmallFiles
  fileModifiedAt: string | null
}

async function read(
  file: IncomingFile,
  { maxBytes, small, fileModifiedAt }: Reading
): Promise<Read> {
  const path = file.name
  let names: string[]
  try {
    names = pathOf(path, 'file')
  } catch (error) {
    if (!isRefusal(error)) throw error
    await discardBytes(file.bytes)
    return { path, refusal: error }
  }
  try {
    const type = new FileType(names.at(-1)!, file.mimeType)
    const received = await receiveFile(type.through(file.bytes), maxBytes, small)
    return { path, names, mimeType: await type.found(), fileModifiedAt, ...received }
  } catch (error) {
    if (isRefusal(error)) return { path, refusal: (await withLimitName(error)) as Problem }
    throw error
  }
}

async function waitForContent(file: Read, parentId: string | null) {
  const { path } = file
  if ('refusal' in file) return { path, file: file.refusal }
  const { names, mimeType, fileModifiedAt } = file
  const place = { parentId, folders: names.slice(0, -1), name: names.at(-1)! }
  return { path, file: { ...place, mimeType, fileModifiedAt, content: await file.content } }
}
