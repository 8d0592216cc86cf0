import type { Brand } from '@crossdock/admin/kit'
import { takeStartedRequest } from './start.js'

/** Reads the brand of the organization at this address once, for signed-out pages. Crossdock's brand when unknown. */
export function hostBrand(): () => Promise<Brand | null> {
  let asked: Promise<Brand | null> | undefined
  return () =>
    (asked ??= (takeStartedRequest('brand') ?? fetch('/api/branding'))
      .then((answer) => (answer.ok ? (answer.json() as Promise<Brand>) : null))
      .catch(() => null))
}
