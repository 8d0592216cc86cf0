import { useStore } from 'ra-core'
import type { PaletteItem } from './model.js'

/** An earlier choice, with enough data to offer it again without the server. */
export interface RecentItem {
  key: string
  label: string
  detail?: string
  to?: string
}

const MOST = 6

/** The objects a person opened with the palette, newest first; cleared on sign-out. */
export function useRecent(): [items: readonly RecentItem[], note: (item: PaletteItem) => void] {
  const [recent, setRecent] = useStore<readonly RecentItem[]>('palette.recent', [])
  const note = ({ key, label, detail, to }: PaletteItem) =>
    setRecent(
      [{ key, label, detail, to }, ...recent.filter((one) => one.key !== key)].slice(0, MOST)
    )
  return [recent, note]
}
