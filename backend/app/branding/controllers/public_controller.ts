import type { HttpContext } from '@adonisjs/core/http'
import { safeHeaders } from '@crossdock/backend/assets'
import { Answer, hostOf, namesTag, type Input } from '@crossdock/kernel/http'
import { clientKey } from '@crossdock/kernel/limits'
import { notFound } from '@crossdock/kernel/ground'
import { subdomainOf } from '@crossdock/kernel/tenancy'
import { brandOf } from '../contracts/page_brand.js'
import { domainName } from '../domain_name.js'
import { knownDomains } from '../known_domains.js'
import { readsPerClient } from '../limits.js'
import { ownerOf } from '../queries/domains.js'
import { findLogo } from '../queries/find_logo.js'
import type { domainCheckQuery } from '../validators/branding.js'

const isHash = /^[0-9a-f]{64}$/

/** The public branding of an organization at its address. */
export default class PublicController {
  /** Returns the same for an organization without branding, a closed one and an unknown one. */
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

  /** Programs that request certificates check the domain here first. */
  async check({ http, query }: Input<undefined, typeof domainCheckQuery>) {
    const domain = domainName(query.domain)
    // Known domains are never limited: a single proxy asks for all domains, and strangers can make it ask for any
    // name.
    if (domain && knownDomains.get()?.byDomain.has(domain)) return { domain }
    await readsPerClient.use(clientKey(http.request.ip()))
    const owner = domain ? await ownerOf(domain) : null
    if (!owner?.isOpen) throw notFound('No organization is reachable at "{id}".', query.domain)
    return { domain: domain! }
  }
}

/** The content at this address never changes. */
const logoHeaders = (hash: string) => ({
  ...safeHeaders,
  'content-disposition': 'inline',
  'cache-control': 'public, max-age=31536000, immutable',
  etag: `"${hash}"`,
})

function send({ response }: HttpContext, headers: Record<string, string>, bytes: Buffer): void {
  for (const [name, value] of Object.entries(headers)) response.header(name, value)
  response.status(200).send(bytes)
}
