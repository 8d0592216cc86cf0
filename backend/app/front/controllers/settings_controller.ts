import { safeHeaders } from '@crossdock/backend/assets'
import { Answer, namesTag, type Input } from '@crossdock/kernel/http'
import { notFound } from '@crossdock/kernel/ground'
import { removeLogo, setLogo, setPublicPages } from '../actions/set_public_pages.js'
import { findLogo, findPublicPages } from '../queries/site.js'
import { showPublicPages } from '../transformers/front.js'
import type { publicPagesBody } from '../validators/front.js'

const isHash = /^[0-9a-f]{64}$/

/** The settings of the public pages. */
export default class SettingsController {
  async show() {
    return showPublicPages(await findPublicPages())
  }

  async update({ body }: Input<typeof publicPagesBody>) {
    await setPublicPages(body)
    return this.show()
  }

  async storeLogo({ body }: Input<Buffer>) {
    await setLogo(body)
    return this.show()
  }

  destroyLogo() {
    return removeLogo()
  }

  /** The address has the hash of the logo, so the answer never changes. */
  async logo({ http, params: { hash } }: Input<undefined, undefined, 'hash'>) {
    const bytes = isHash.test(hash) ? await findLogo(hash) : null
    if (!bytes) throw notFound('There is no logo "{id}".', hash)
    const headers = {
      ...safeHeaders,
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
    }
    if (namesTag(http.request.header('if-none-match') ?? '', headers.etag)) {
      return new Answer(304, undefined, headers)
    }
    for (const [name, value] of Object.entries(headers)) http.response.header(name, value)
    http.response.status(200).header('content-type', 'image/png').send(bytes)
    return undefined
  }
}
