import { useSearchParams } from 'react-router-dom'
import { folderUrl } from './model.js'

const kept = ['sort', 'order', 'layout']

/** Address of a folder, in the order and layout this one is shown in; search and filters stay behind. */
export function useFolderUrl(): (id: string | null) => string {
  const [search] = useSearchParams()
  const along = new URLSearchParams([...search].filter(([name]) => kept.includes(name))).toString()
  return (id) => (along ? `${folderUrl(id)}?${along}` : folderUrl(id))
}
