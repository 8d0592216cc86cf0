import { useStore } from 'ra-core'

/** The height of rows. */
export type Density = 'compact' | 'comfortable'

/** Heights of rows with a one-line name, in pixels. A log row always has one line. */
const heights = {
  compact: { row: 44, log: 40 },
  comfortable: { row: 59, log: 52 },
} as const satisfies Record<Density, object>

export const densities = Object.keys(heights) as Density[]

/** This person's choice for all lists. */
export function useDensity(): [Density, (density: Density) => void] {
  const [kept, setDensity] = useStore<Density>('list.density', 'compact')
  // Local storage may contain any value.
  return [densities.includes(kept) ? kept : 'compact', setDensity]
}

/** The estimated height of a row; each row is measured later. */
export function useRowHeight(isLog: boolean): number {
  const [density] = useDensity()
  return heights[density][isLog ? 'log' : 'row']
}
