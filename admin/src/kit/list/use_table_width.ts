import { useStore } from 'ra-core'
import { useListSetup } from './context.js'

/** The name and the checkbox beside it want so much. */
const FIRST_COLUMN = 230

/** How wide the table of an endless list is at least; that of any other depends on its rows. */
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
