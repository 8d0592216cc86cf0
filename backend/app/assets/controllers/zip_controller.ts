import type { Input } from '@crossdock/kernel/http'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore } from '@crossdock/kernel/storage'
import type { HttpContext } from '@adonisjs/core/http'
import type { zipQuery } from '../validators/asset.js'
import { planZip } from '../zip/plan_zip.js'
import { stillOpen } from '../zip/still_open.js'
import { sendDownload } from './send_download.js'

export default class ZipController {
  show({ http, query }: Input<undefined, typeof zipQuery>) {
    return sendZip(http, query.ids, query.versions)
  }
}

/** Answers with files and folders as one zip. @throws as `planZip` and `sendDownload` */
export async function sendZip(
  http: HttpContext,
  ids: readonly string[],
  versions?: readonly number[]
) {
  const { plan, name, folders } = await planZip(ids, versions)
  return await sendDownload(http, {
    ...{ name, mimeType: 'application/zip', size: plan.size, validators: { etag: plan.etag } },
    begin: async ({ isRange }) => {
      if (!isRange) countUse('filesDownloaded')
    },
    read: (range) => contentStore.use().readSequence(plan.parts(range), stillOpen(http, folders)),
  })
}
