import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { useApi } from './api.js'
import { ApiError } from './errors.js'

/**
 * For a form over one thing that others may save meanwhile: gives `ifMatch` for useAction. When it was saved since
 * the form has read it, the form says so and sends nothing; sent once more, it replaces what the other one did.
 * @param path of the thing: GET /api/{path}
 * @param began as the form has read it; undefined for one that is new
 * @param stateOf what tells one state from another
 */
export function useUnlessChanged<T extends object = { updatedAt: string }>(
  path: string,
  began: T | undefined,
  stateOf: (thing: T) => string = savedAt
): () => Promise<string | undefined> {
  const known = useRef(began && stateOf(began))
  const look = useLookAgain<T>(path)
  return async () => {
    if (!known.current) return undefined
    return look((now) => {
      const state = stateOf(now)
      const isChanged = state !== known.current
      known.current = state
      return isChanged
    })
  }
}

/** Reads a thing anew before it is saved: its tag, unless somebody else has changed what is about to be saved. */
export function useLookAgain<T extends object>(
  path: string
): (isChanged: (now: T) => boolean) => Promise<string | undefined> {
  const api = useApi()
  const translate = useTranslate()
  return async (isChanged) => {
    const { data, tag } = await api.readTagged<T>(path)
    if (!isChanged(data)) return tag
    const changed = translate('kit.changedMeanwhile')
    throw new ApiError(changed, 422, { errors: { changed } })
  }
}

const savedAt = (thing: object) => (thing as { updatedAt: string }).updatedAt
