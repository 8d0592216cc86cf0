import type { Session } from '@crossdock/client'
import { useSyncExternalStore } from 'react'

/** How the organization this page is of shows itself; what it has not chosen is null. */
export type Brand = Pick<NonNullable<Session['tenant']>, 'productName' | 'logo' | 'colors'>

const listeners = new Set<() => void>()
let shown: Partial<Brand> = {}

/** Draws the page as an organization's own from now on; null: as ours. */
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

/** The product's name, or the organization's for it. */
export const productName = () => shown.productName ?? 'Crossdock'

/** The brand that is shown, with a name in any case. */
export function useBrand() {
  const brand = useSyncExternalStore(subscribe, () => shown)
  return { ...brand, name: productName() }
}
