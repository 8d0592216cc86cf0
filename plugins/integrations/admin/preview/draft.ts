import type { ApiEndpoint } from '@crossdock/client'

/** An endpoint in a form, or a stored one. */
export type Draft = Pick<
  ApiEndpoint,
  'systemId' | 'name' | 'path' | 'method' | 'requestSchema' | 'responseSchema' | 'fieldMapping'
>
