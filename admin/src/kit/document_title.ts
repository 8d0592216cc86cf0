import { useEffect } from 'react'
import { useBrand } from './brand.js'

/** Sets the title of the browser tab. */
export function useDocumentTitle(title: string): void {
  const { name } = useBrand()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
