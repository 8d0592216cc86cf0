import { useStore } from 'ra-core'
import { useCallback, useEffect } from 'react'

const NONE: readonly string[] = []
/** Maximum number of remembered folders; the oldest ones fold again. */
const MOST = 200

export interface Unfolded {
  has: (id: string) => boolean
  set: (id: string, isUnfolded: boolean) => void
}

/** The unfolded folders of the tree, kept per person. Parents of the open folder unfold automatically. */
export function useUnfolded(path: readonly string[]): Unfolded {
  const [ids, setIds] = useStore<readonly string[]>('assets.unfolded', NONE)
  const above = path.join(' ')
  useEffect(() => {
    const wanted = above.split(' ').filter(Boolean)
    setIds((before) =>
      wanted.every((id) => before.includes(id)) ? before : last([...before, ...wanted])
    )
  }, [above, setIds])
  const set = useCallback(
    (id: string, isUnfolded: boolean) =>
      setIds((before) => {
        const others = before.filter((one) => one !== id)
        return isUnfolded ? last([...others, id]) : others
      }),
    [setIds]
  )
  return { has: (id) => ids.includes(id), set }
}

const last = (ids: readonly string[]) => [...new Set(ids)].slice(-MOST)
