import { useStore } from 'ra-core'
import { useListSetup } from './context.js'

/** Minimum width (px) of the name and the checkbox next to it. */
const FIRST_COLUMN = 230

/** The minimum width of an endless list's table; undefined for others, which depend on their rows. */
export function useTableWidth(): number | undefined {
  const { columns, storeKey, isEndless } = useListSetup()
  const [hidden] = useStore<string[]>(storeKey)
  if (!isEndless) return undefined
  const isShown = ({ source, optional }: (typeof columns)[number]) =>
    hidden ? !hidden.includes(source) : !optional
  return columns
    .filter(isShown)
    .reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), FIRST_COLUMN)
}
