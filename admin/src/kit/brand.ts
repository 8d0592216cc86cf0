import type { Session } from '@crossdock/client'
import { useSyncExternalStore } from 'react'

/** The brand of this page's organization; null for defaults. */
export type Brand = Pick<NonNullable<Session['tenant']>, 'productName' | 'logo' | 'colors'>

const listeners = new Set<() => void>()
let shown: Partial<Brand> = {}

/** Shows the page in an organization's brand from now on; null restores Crossdock's. */
export function showBrand(brand: Brand | null) {
  const { productName, logo, colors } = brand ?? {}
  const next = { productName, logo, colors }
  if (JSON.stringify(next) === JSON.stringify(shown)) return
  shown = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The product name, or the organization's replacement. */
export const productName = () => shown.productName ?? 'Crossdock'

/** The current brand, always with a name. */
export function useBrand() {
  const brand = useSyncExternalStore(subscribe, () => shown)
  return { ...brand, name: productName() }
}
