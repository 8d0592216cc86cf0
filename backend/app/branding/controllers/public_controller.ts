import type { HttpContext } from '@adonisjs/core/http'
import { harmless } from '@crossdock/backend/assets'
import {
  Answer,
  clientKey,
  hostOf,
  notFound,
  namesTag,
  subdomainOf,
  type Input,
} from '@crossdock/kernel/http'
import { brandOf } from '../contracts/page_brand.js'
import { domainName } from '../domain_name.js'
import { knownDomains } from '../known_domains.js'
import { readsPerClient } from '../limits.js'
import { ownerOf } from '../queries/domains.js'
import { findLogo } from '../queries/find_logo.js'
import type { domainCheckQuery } from '../validators/branding.js'

const isHash = /^[0-9a-f]{64}$/

/** What anybody sees of an organization who comes to its address. */
export default class PublicController {
  /** For one that has chosen nothing, is closed or is not there the same is said. */
  async show({ http }: Input) {
    const subdomain = subdomainOf(hostOf(http))
    if (subdomain !== null) await readsPerClient.use(clientKey(http.request.ip()))
    return brandOf(subdomain)
  }

  async logo({ http, params: { hash } }: Input<undefined, undefined, 'hash'>) {
    const headers = logoHeaders(hash)
    const logo = isHash.test(hash) ? await findLogo(hash) : null
    if (!logo) throw notFound('There is no logo "{id}".', hash)
    if (namesTag(http.request.header('if-none-match') ?? '', headers.etag)) {
      return new Answer(304, undefined, headers)
    }
    send(http, { ...headers, 'content-type': logo.mimeType }, logo.bytes)
  }

  /** Whoever gets certificates asks this before it gets one. */
  async check({ http, query }: Input<undefined, typeof domainCheckQuery>) {
    const domain = domainName(query.domain)
    // Those that are served are never refused: one proxy asks for everybody, and strangers can have it ask for any name.
    if (domain && knownDomains.get()?.byDomain.has(domain)) return { domain }
    await readsPerClient.use(clientKey(http.request.ip()))
    const owner = domain ? await ownerOf(domain) : null
    if (!owner?.isOpen) throw notFound('No organization is reached at "{id}".', query.domain)
    return { domain: domain! }
  }
}

/** By its address it never looks different. */
const logoHeaders = (hash: string) => ({
  ...harmless,
  'content-disposition': 'inline',
  'cache-control': 'public, max-age=31536000, immutable',
  etag: `"${hash}"`,
})

function send({ response }: HttpContext, headers: Record<string, string>, bytes: Buffer): void {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  response.status(200).send(bytes)
}
