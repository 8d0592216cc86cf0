import type { HttpContext } from '@adonisjs/core/http'
import { clientAddress } from '@crossdock/kernel/http'
import { MASK, redact } from '@crossdock/kernel/secrets'
import type { SignedRequest } from '../../contracts/index.js'
import type { Hidden } from '../verification/verify.js'

/** A received request with its complete body. */
export interface Arrived extends SignedRequest {
  method: string
  ip: string | null
}

/** A received request before its body is read. */
export type Head = Omit<Arrived, 'body'>

/** Omitted headers: those of the connection, and those that identify the caller. */
const omittedHeaders =
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

/** Returns headers for the log and for runs, without secrets. */
export function keptHeaders({ headers }: Head, hidden: Hidden): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => value !== undefined && !omittedHeaders.test(name))
    .slice(0, mostHeaders)
    .map(([name, value]) => [name, shown(hidden, name, value!)])
  return redact(Object.fromEntries(kept) as Record<string, string>)
}

/** Mask by value too, because senders may repeat a token elsewhere, such as in a renamed parameter. */
function shown({ names, secrets }: Hidden, name: string, value: string): string {
  if (names.includes(name.toLowerCase())) return MASK
  return secrets.reduce((kept, one) => kept.replaceAll(one, MASK), value).slice(0, longestValue)
}

/** Returns the query for the log and for runs. A repeated parameter becomes a list. */
export function keptQuery({ query }: Head, hidden: Hidden): Record<string, string | string[]> {
  const plain = [...Map.groupBy(query, ([name]) => name)].map(([name, pairs]) => {
    const values = pairs.map(([, value]) => shown(hidden, name, value))
    return [name, values.length > 1 ? values : values[0]!]
  })
  return redact(Object.fromEntries(plain) as Record<string, string | string[]>)
}

/** Returns the query as text for the log. */
export function queryTextOf(query: Record<string, string | string[]>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as [string, string])
  )
  return decodeMasks(new URLSearchParams(pairs).toString()).slice(0, longestQuery)
}

const decodeMasks = (text: string) => text.replaceAll(encodeURIComponent(MASK), MASK)
