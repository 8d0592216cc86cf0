import { finding, type Finding } from '../../definitions/plan.js'
import type { Description } from './description.js'
import { lineIn, listIn, objectIn, type Json } from './json.js'

const mostServers = 20
/** Matches texts that a person is meant to replace. */
const standsFor = /your|example|placeholder|[<>{}\s]/i

/** An address from the description. */
export interface Server {
  /** The address as written. */
  url: string
  /** The absolute address with filled variables; undefined if that is impossible. */
  address: string | undefined
  /** Whether a variable was filled with its default. */
  isFilled: boolean
}

/** Returns the addresses of a description, a path or an operation, in order. */
export function serversOf(description: Description, part: Json, url: string | undefined): Server[] {
  const given = description.isSwagger ? ofSwagger(part) : listIn(part.servers)
  return given.slice(0, mostServers).flatMap((one) => {
    const { url: written, variables } = objectIn(one)
    const line = lineIn(written, 2_000)
    return line === undefined ? [] : [serverOf(line, objectIn(variables), url)]
  })
}

function ofSwagger({ host, basePath, schemes }: Json): Json[] {
  if (typeof host !== 'string' || host === '') {
    return typeof basePath === 'string' ? [{ url: basePath }] : []
  }
  const known = listIn(schemes).filter((one) => one === 'https' || one === 'http')
  const scheme = known.includes('https') || known.length === 0 ? 'https' : 'http'
  return [{ url: `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}` }]
}

function serverOf(url: string, variables: Json, from: string | undefined): Server {
  let isFilled = false
  let isWhole = true
  const filled = url.replace(/\{([^{}]*)\}/g, (place, name: string) => {
    const usual = Object.hasOwn(variables, name) ? objectIn(variables[name]).default : undefined
    const isUsable = typeof usual === 'string' || typeof usual === 'number'
    const text = isUsable ? String(usual) : ''
    if (text === '' || standsFor.test(text)) isWhole = false
    isFilled = true
    return isUsable ? text : place
  })
  return { url, address: isWhole ? absolute(filled, from) : undefined, isFilled }
}

/** Resolves a relative address against the address of its document. */
function absolute(text: string, from: string | undefined): string | undefined {
  if (!URL.canParse(text, from)) return undefined
  const url = new URL(text, from)
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:'
  if (!isHttp || url.username || url.password || url.host === '') return undefined
  url.hash = ''
  url.search = ''
  return url.href.replace(/\/+$/, '')
}

/** The base URL of the system, and all addresses of the description. */
export interface Base {
  address: string | null
  servers: string[]
  findings: Finding[]
}

/**
 * Returns the base URL.
 * @param ofOperations the addresses of all operations
 */
export function baseOf(
  ofDescription: Server[],
  ofOperations: (Server | undefined)[],
  chosen: string | undefined
): Base {
  const counts = new Map<string, number>()
  for (const server of ofOperations) {
    if (server?.address) counts.set(server.address, (counts.get(server.address) ?? 0) + 1)
  }
  const often = [...counts].sort(([, one], [, other]) => other - one).map(([address]) => address)
  const own = ofDescription.flatMap(({ address }) => address ?? [])
  const servers = [...new Set([...own, ...often])].slice(0, mostServers)
  const isKnown = chosen !== undefined && servers.includes(chosen)
  // The most frequent address of operations takes precedence over the address of the whole description.
  const address = (isKnown ? chosen : undefined) ?? often[0] ?? own[0] ?? null
  const [first] = ofDescription
  const findings: Finding[] = []
  if (address === null) {
    findings.push(
      first ? finding('look', 'baseUrlAsked', { url: first.url }) : finding('look', 'noServer')
    )
  } else if (ofDescription.some((one) => one.address === address && one.isFilled)) {
    findings.push(finding('look', 'variablesFilled', { address }))
  }
  return { address, servers: address ? [...new Set([address, ...servers])] : servers, findings }
}

/**
 * Returns the path from the base URL to the address of an operation; undefined if the operation is at another
 * address.
 */
export function pathBelow(base: string | null, server: Server | undefined): string | undefined {
  if (!server || server.address === base) return ''
  if (base === null) return server.address ? undefined : ''
  if (!server.address?.startsWith(`${base}/`)) return undefined
  return server.address.slice(base.length)
}
