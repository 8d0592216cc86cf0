import type { ApiEndpoint } from '@crossdock/client'

/** An endpoint of a form or a stored endpoint. */
export type Draft = Pick<
  ApiEndpoint,
  'systemId' | 'name' | 'path' | 'method' | 'requestSchema' | 'responseSchema' | 'fieldMapping'
>
