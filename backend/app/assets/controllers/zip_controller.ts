import { contextNow, type Input } from '@crossdock/kernel/http'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore, type ByteRange, type ContentStream } from '@crossdock/kernel/storage'
import { runInContext } from '@crossdock/kernel/tenancy'
import type { HttpContext } from '@adonisjs/core/http'
import type { Beginning } from '../contracts/index.js'
import type { zipQuery } from '../validators/asset.js'
import { planZip } from '../zip/plan_zip.js'
import { createAccessCheck, type InPresent } from '../zip/still_open.js'
import { sendDownload, type Download } from './send_download.js'

export default class ZipController {
  show({ http, query }: Input<undefined, typeof zipQuery>) {
    return sendZip(http, query.ids, { versions: query.versions })
  }
}

interface Sending extends Pick<Download, 'headers'> {
  versions?: readonly number[] | undefined
  /** Runs work with current rights; by default those of the caller. */
  inPresent?: InPresent
  /** See `Download`; the content id is the ETag of the zip. */
  begin?: (beginning: Beginning) => Promise<void>
}

/** Answers with files and folders as one zip. @throws as `planZip` and `sendDownload` */
export async function sendZip(
  http: HttpContext,
  ids: readonly string[],
  { versions, begin, headers, inPresent = withCallerRights(http) }: Sending = {}
) {
  const { plan, name, folders } = await planZip(ids, versions)
  let bytes: ContentStream | undefined
  const read = async (range: ByteRange) =>
    (bytes = await contentStore
      .use()
      .readSequence(plan.parts(range), createAccessCheck(inPresent, folders)))
  const about = { contentId: plan.etag, size: plan.size, sent: () => bytes?.handedOn ?? 0 }
  return await sendDownload(http, {
    name,
    mimeType: 'application/zip',
    size: plan.size,
    validators: { etag: plan.etag },
    ...(headers && { headers }),
    begin: async (beginning) => {
      await begin?.({ ...about, ...beginning })
      if (!beginning.isRange) countUse('filesDownloaded')
    },
    read,
  })
}

const withCallerRights =
  (http: HttpContext): InPresent =>
  async (work) =>
    runInContext(await contextNow(http), work)
