import type { HttpContext } from '@adonisjs/core/http'
import { clientAddress } from '@crossdock/kernel/http'
import { MASK, redact } from '@crossdock/kernel/secrets'
import type { SignedRequest } from '../../contracts/index.js'
import type { Hidden } from '../verification/verify.js'

/** A request as it came, its body read as a whole. */
export interface Arrived extends SignedRequest {
  method: string
  ip: string | null
}

/** What a sender sends, before its body is read. */
export type Head = Omit<Arrived, 'body'>

/** Concern the connection, not the message, or tell who calls by other means. */
const left =
  /^(connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|host|cookie|authorization|proxy-.*|forwarded|x-forwarded-.*|x-real-ip)$/
const mostHeaders = 60
const longestValue = 1_024
const longestQuery = 4_096

export function headOf({ request }: HttpContext): Head {
  const { headers, method = 'POST' } = request.request
  const plain = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return {
    method,
    headers: Object.fromEntries(plain),
    query: new URLSearchParams(request.parsedUrl.query ?? ''),
    ip: clientAddress(request.request) || null,
  }
}

/** Headers as they are kept and given to runs: without secrets. */
export function keptHeaders({ headers }: Head, hidden: Hidden): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !left.test(name))
    .slice(0, mostHeaders)
    .map(([name, value]) => [name, shown(hidden, name, value!)])
  return redact(Object.fromEntries(kept) as Record<string, string>)
}

/** Senders put a token in other places, too, such as a second parameter after a change of its name. */
function shown({ names, secrets }: Hidden, name: string, value: string): string {
  if (names.includes(name.toLowerCase())) return MASK
  return secrets.reduce((kept, one) => kept.replaceAll(one, MASK), value).slice(0, longestValue)
}

/** The query in the same way: parameters, one that is there several times as a list. */
export function keptQuery({ query }: Head, hidden: Hidden): Record<string, string | string[]> {
  const plain = [...Map.groupBy(query, ([name]) => name)].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => shown(hidden, name, value))
    return [name, values.length > 1 ? values : values[0]!]
  })
  return redact(Object.fromEntries(plain) as Record<string, string | string[]>)
}

/** The query as it stands in the log. */
export function queryTextOf(query: Record<string, string | string[]>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as [string, string])
  )
  return decodeMasks(new URLSearchParams(pairs).toString()).slice(0, longestQuery)
}

const decodeMasks = (text: string) => text.replaceAll(encodeURIComponent(MASK), MASK)
