import type { Operation } from '@crossdock/kernel/http'

interface Encoded {
  body: unknown
  headers?: Record<string, string>
}

/** A body in the operation's format: JSON, or the fields of a web form with nested names in brackets. */
export function encoded({ reads }: Operation, body: unknown): Encoded {
  // A text is sent unchanged.
  if (reads !== 'form' || typeof body === 'string' || body === undefined) return { body }
  return {
    body: new URLSearchParams(fields(body, '')).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

function fields(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, item]) =>
    fields(item, name ? `${name}[${key}]` : key)
  )
}
