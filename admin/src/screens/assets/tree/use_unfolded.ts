import { useStore } from 'ra-core'
import { useCallback, useEffect } from 'react'

const NONE: readonly string[] = []
/** So many are remembered; who has unfolded more sees the first of them folded again. */
const MOST = 200

export interface Unfolded {
  has: (id: string) => boolean
  set: (id: string, isUnfolded: boolean) => void
}

/** Which folders of the tree are unfolded: kept for the person; those above the open folder unfold with it. */
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
