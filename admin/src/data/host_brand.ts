import type { Brand } from '@crossdock/admin/kit'
import { started } from './start.js'

/** Asks once how the organization of this address shows itself, for who is not signed in. Ours where that is not known. */
export function hostBrand(): () => Promise<Brand | null> {
  let asked: Promise<Brand | null> | undefined
  return () =>
    (asked ??= (started('brand') ?? fetch('/api/branding'))
      .then((answer) => (answer.ok ? (answer.json() as Promise<Brand>) : null))
      .catch(() => null))
}
