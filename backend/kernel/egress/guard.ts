import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { peekContext } from '../ground/context.js'
import { isOpened, parseAllowList, refusalOf, type AllowedRange } from './addresses.js'
import { EgressRefused, EgressUnreachable } from './errors.js'

/** Resolves all addresses of a name. Throws like `dns.lookup` when there are none. */
export type Resolver = (hostname: string) => Promise<string[]>

export interface EgressOptions {
  /** The entries of `EGRESS_ALLOW`: ranges that every tenant may reach in addition to public addresses. */
  allow?: string[]
  resolve?: Resolver
  /** Additional ranges for a tenant, or for one of its systems. */
  granted?: (tenantId: string, systemId: string | null) => Promise<AllowedRange[]>
  /** Receives the address behind a refused name, which callers do not learn. For the operator's log. */
  onRefusal?: (refusal: EgressRefusal) => void
}

/** All details of a refused call. */
export interface EgressRefusal {
  tenantId: string | null
  host: string
  address: string
  port: number
  /** e.g. `a private address` */
  reason: string
}

const resolveBySystem: Resolver = async (hostname) => {
  const answers = await systemLookup(hostname, { all: true, verbatim: true })
  return answers.map((answer) => answer.address)
}

/** Decides which addresses may be connected to. All outgoing connections pass through it. */
export class Guard {
  readonly #allowed: AllowedRange[]
  readonly #resolve: Resolver
  readonly #granted: NonNullable<EgressOptions['granted']>
  readonly #onRefusal: EgressOptions['onRefusal']

  constructor(options: EgressOptions) {
    this.#allowed = parseAllowList(options.allow ?? [])
    this.#resolve = options.resolve ?? resolveBySystem
    this.#granted = options.granted ?? (async () => [])
    this.#onRefusal = options.onRefusal
  }

  /** The ranges that the context's tenant may reach for this system, in addition to public addresses. */
  async openTo(systemId: string | undefined): Promise<AllowedRange[]> {
    const tenantId = peekContext()?.tenantId
    if (!tenantId) return this.#allowed
    return [...this.#allowed, ...(await this.#granted(tenantId, systemId ?? null))]
  }

  /**
   * Checks an address in a URL, because Node connects to it without a lookup.
   * @throws EgressRefused
   */
  checkLiteral(host: string, port: number, open: AllowedRange[]): void {
    if (isIP(host) !== 0) this.#checkAddress(host, host, port, open)
  }

  /** Whether a host leads only to this machine or to ranges that the operator allowed. */
  async isOpened(host: string, port: number, open: AllowedRange[]): Promise<boolean> {
    const addresses = isIP(host) !== 0 ? [host] : await this.#resolve(host).catch(() => [])
    return addresses.length > 0 && addresses.every((address) => isOpened(address, port, open))
  }

  /** The lookup of a connection: it can only connect to addresses checked here. */
  lookup(port: number, open: AllowedRange[]): LookupFunction {
    return (hostname, options, callback) => {
      this.#lookup(hostname, port, open).then(
        (found) => {
          const usable = options.family
            ? found.filter((answer) => answer.family === Number(options.family))
            : found
          const first = usable[0]
          if (options.all) callback(null, usable)
          else if (first) callback(null, first.address, first.family)
          else callback(new EgressUnreachable(hostname, 'it has no address', 'ENODATA'), '', 4)
        },
        (error: Error) => callback(error, '', 4)
      )
    }
  }

  /** Checks every address: a name with one forbidden address is refused entirely. */
  async #lookup(hostname: string, port: number, open: AllowedRange[]) {
    const addresses = await this.#resolve(hostname)
    if (addresses.length === 0) {
      throw new EgressUnreachable(hostname, 'the name has no address in DNS', 'ENODATA')
    }
    for (const address of addresses) this.#checkAddress(hostname, address, port, open)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }

  #checkAddress(hostname: string, address: string, port: number, open: AllowedRange[]): void {
    const reason = refusalOf(address, port, open)
    if (reason === null) return
    const tenantId = peekContext()?.tenantId ?? null
    this.#onRefusal?.({ tenantId, host: hostname, address, port, reason })
    throw new EgressRefused(
      hostname,
      `${hostname} is not reachable from here: it is in a private range the operator has not opened.`
    )
  }
}
