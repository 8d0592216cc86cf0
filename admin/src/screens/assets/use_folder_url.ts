import { useSearchParams } from 'react-router-dom'
import { folderUrl } from './model.js'

const kept = ['sort', 'order', 'layout']

/** Returns addresses of folders that keep the current order and layout, without search and filters. */
export function useFolderUrl(): (id: string | null) => string {
  const [search] = useSearchParams()
  const keptQuery = new URLSearchParams(
    [...search].filter(([name]) => kept.includes(name))
  ).toString()
  return (id) => (keptQuery ? `${folderUrl(id)}?${keptQuery}` : folderUrl(id))
}
